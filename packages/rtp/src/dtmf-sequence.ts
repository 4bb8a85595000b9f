import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { type TelephoneEvent, toDigit } from './telephone-event.ts';

export const DTMF_TONE_MS = 100;
const TONE_FRAMES = DTMF_TONE_MS / FRAME_MS;
const GAP_FRAMES = 60 / FRAME_MS;
/** The end of an event is sent three times, at the interval of its reports (RFC 4733 section 2.5.1.4). */
const REPEATED_ENDS = 2;

/** What belongs into one frame while digits are sent. */
export interface DtmfStep {
  /** 0 to 4 while the tone sounds, more in the gap after it. */
  frame: number;
  phase: 'tone' | 'repeated-end' | 'gap';
  /** The report that is due, in the first two phases. */
  event: TelephoneEvent;
}

/** Digits waiting to be sent, frame by frame: 100 ms of tone and 60 ms of gap each. */
export class DtmfSequence {
  private readonly digits: string[] = [];
  private frame = 0;

  /** Puts digits in line. RangeError, and nothing is put in line, when one of them is no DTMF digit. */
  append(digits: string): void {
    const appended = [...digits].map((character) => {
      const digit = toDigit(character);
      if (digit === null) throw new RangeError(`${JSON.stringify(character)} is not a DTMF digit`);
      return digit;
    });
    this.digits.push(...appended);
  }

  /** Forgets what has not begun to sound. */
  clear(): void {
    this.digits.splice(this.frame === 0 ? 0 : 1);
  }

  /** The next frame's part, or null when there is nothing to send. */
  next(): DtmfStep | null {
    const digit = this.digits[0];
    if (digit === undefined) return null;
    const { frame } = this;
    this.frame += 1;
    if (this.frame === TONE_FRAMES + GAP_FRAMES) {
      this.digits.shift();
      this.frame = 0;
    }
    const duration = Math.min(frame + 1, TONE_FRAMES) * FRAME_SAMPLES;
    return { frame, phase: phaseOf(frame), event: { digit, end: frame >= TONE_FRAMES - 1, duration } };
  }
}

function phaseOf(frame: number): DtmfStep['phase'] {
  if (frame < TONE_FRAMES) return 'tone';
  return frame < TONE_FRAMES + REPEATED_ENDS ? 'repeated-end' : 'gap';
}
