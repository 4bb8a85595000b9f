import type { AudioRateHz, Frame } from '@parley/audio';
import type { NegotiatedMedia } from '@parley/rtp';
import type { MediaStats } from '../media.ts';

/** One leg's media, however it travels: one frame is pulled and one sent on every tick of 20 ms. */
export interface MediaEndpoint {
  /** Hears each digit that the other side presses, once. */
  onDtmf: ((digit: string) => void) | null;
  /** The port in the SDP that we offer; 0 where the audio does not come over the network. */
  readonly port: number;
  /** Of the frames that are pulled and sent. That of a caller is the call's, and known with the answer. */
  readonly rateHz: AudioRateHz;
  /** The other side holds us: nothing may be sent. */
  readonly isHeld: boolean;
  /** How many frames or packets have come, for a look at every tick. */
  readonly received: number;
  readonly stats: MediaStats;
  /** What was agreed with the other side; means nothing where the audio does not come over the network. */
  redirect(remote: NegotiatedMedia): void;
  /** The next frame, valid until the next pull; null when nothing has come. */
  pull(): Frame | null;
  /** One frame, or null for silence. It stays the caller's. */
  send(frame: Frame | null): void;
  /** Throws away what waits to be sent or played: queued digits, and audio that the other side has not played yet. */
  clear(): void;
  /**
   * Throws away audio that was sent and that the other side has not played yet. Returns its length in ms; 0 where audio
   * is played as it comes.
   */
  discardUnplayed(): number;
  /** Puts digits (`0`–`9`, `*`, `#`, `A`–`D`) in line. */
  sendDtmf(digits: string): void;
  /** Idempotent. */
  close(): void;
}
