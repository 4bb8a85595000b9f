import type { SpeechToTextEvent } from '@parley/conversation/provider';
import type { ListenStreamPort } from '../listen/listen-dialogue.ts';

/** What a dialogue does to its stream, without one. */
export class RecordedPort implements ListenStreamPort {
  readonly sent: object[] = [];
  events: SpeechToTextEvent[] = [];
  timeMs = 0;

  send(message: object): void {
    this.sent.push(message);
  }

  emit(event: SpeechToTextEvent): void {
    this.events.push(event);
  }

  nowMs(): number {
    return this.timeMs;
  }

  failure(message: string): Error {
    return new Error(message);
  }

  /** The events since it was asked last. */
  take(): SpeechToTextEvent[] {
    return this.events.splice(0);
  }
}
