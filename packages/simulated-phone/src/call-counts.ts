import type { PhoneEvent } from './phone-event.ts';

/** Calls at a phone. */
export interface PhoneCalls {
  /** Ringing now. */
  ringing: number;
  /** Answered and not over. */
  live: number;
  /** All that ever reached the phone, the refused ones included. */
  total: number;
  /** The most that were ever live at a time. */
  maxLive: number;
}

/** Counts calls by their events. */
export class CallCounts {
  private readonly stages = new Map<string, 'ringing' | 'live'>();
  private total = 0;
  private maxLive = 0;

  note({ type, callId }: PhoneEvent): void {
    if (type === 'ended') {
      // A call that is refused at once was never anything else.
      if (!this.stages.delete(callId)) this.total += 1;
    } else if (type === 'rang' || type === 'answered') {
      if (!this.stages.has(callId)) this.total += 1;
      this.stages.set(callId, type === 'rang' ? 'ringing' : 'live');
      this.maxLive = Math.max(this.maxLive, this.count('live'));
    }
  }

  /** Every call is over. */
  clear(): void {
    this.stages.clear();
  }

  snapshot(): PhoneCalls {
    return { ringing: this.count('ringing'), live: this.count('live'), total: this.total, maxLive: this.maxLive };
  }

  private count(stage: 'ringing' | 'live'): number {
    let count = 0;
    for (const other of this.stages.values()) if (other === stage) count += 1;
    return count;
  }
}
