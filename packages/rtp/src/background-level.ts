import { levelDbfs } from '@parley/audio';

/** Sound this quiet is a pause, whatever the background; sound this loud never is. */
const ALWAYS_QUIET_DBFS = -50;
const NEVER_QUIET_DBFS = -30;
/** A pause is at most this far above the background. */
const ABOVE_BACKGROUND_DB = 6;
/** How fast the background may rise: 2.5 dB a second, so that a word does not become background. */
const RISE_DB_PER_FRAME = 0.05;

/** Follows the level of the background noise, to tell pauses from speech cheaply. */
export class BackgroundLevel {
  private backgroundDbfs = 0;

  /** A frame of decoded sound as it is played. */
  hear(frame: Int16Array): void {
    this.backgroundDbfs = Math.min(this.backgroundDbfs + RISE_DB_PER_FRAME, levelDbfs(frame));
  }

  /** Whether a frame is a pause. */
  isQuiet(frame: Int16Array): boolean {
    const pauseDbfs = Math.max(ALWAYS_QUIET_DBFS, this.backgroundDbfs + ABOVE_BACKGROUND_DB);
    return levelDbfs(frame) < Math.min(NEVER_QUIET_DBFS, pauseDbfs);
  }
}
