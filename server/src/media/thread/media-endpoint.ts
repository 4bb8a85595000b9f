import type { NegotiatedMedia } from '@parley/rtp';
import type { MediaStats } from '../media.ts';

/** One leg's sound, however it travels: one frame is pulled and one sent on every tick of 20 ms. */
export interface MediaEndpoint {
  /** Hears each digit that the other side presses, once. */
  onDtmf: ((digit: string) => void) | null;
  /** The port that the other side is told to send to; 0 where its sound does not come over the network. */
  readonly port: number;
  /** The other side holds us: nothing may be sent. */
  readonly isHeld: boolean;
  /** How many frames or packets have come, for a look at every tick. */
  readonly received: number;
  readonly stats: MediaStats;
  /** What was agreed with the other side; means nothing where sound does not come over the network. */
  redirect(remote: NegotiatedMedia): void;
  /** The next 20 ms, 160 samples of 8 kHz mono, valid until the next pull; null when nothing has come. */
  pull(): Int16Array | null;
  /** One frame of 160 samples of 8 kHz mono, or null for silence. The frame stays the caller's. */
  send(frame: Int16Array | null): void;
  /** Throws away what waits to be sent or played: digits in line, and sound that the other side has not played yet. */
  clear(): void;
  /**
   * Throws away sound that was sent and that the other side has not been played. How many ms of it there were; 0 where it
   * is played as it comes.
   */
  discardUnplayed(): number;
  /** Puts digits (`0`–`9`, `*`, `#`, `A`–`D`) in line. */
  sendDtmf(digits: string): void;
  /** Idempotent. */
  close(): void;
}
