import { type Frame, mix } from '@parley/audio';
import type { TimedWord } from '../conversation-event.ts';
import type { FrameRate } from '../frame-rate.ts';
import type { HoldMusic } from './hold-music.ts';
import { type PlayedSpeech, Playout } from './playout.ts';
import type { Speech } from './speech.ts';

/** What is said while the caller waits for the answer. */
interface Filler {
  speech: Speech;
  hasBegun: boolean;
}

export interface VoiceOptions {
  /** Of the frames that are sent. */
  rate: Pick<FrameRate, 'rateHz'>;
  /** Played while the caller waits; null: silence. */
  music: HoldMusic | null;
  isWaitedFor: () => boolean;
  /** Throws away what was sent and the other side has not been played; how many ms there were. */
  discardUnplayed?: (() => number) | undefined;
  /** The first frame is sent: of a filler, or of the speech. */
  onStart: (isFiller: boolean, atMs: number) => void;
  /** A clause was sent to its end. */
  onSaid: (text: string) => void;
  /** The speech is over. */
  onEnd: (played: PlayedSpeech | null) => void;
  /** The filler is; the speech follows. `isAnswered`: there is something of it to hear. */
  onFillerEnd: (played: PlayedSpeech | null, isAnswered: boolean) => void;
}

/** What was sent of a speech and of the filler in front of it. */
interface Dropped {
  speech: PlayedSpeech | null;
  filler: PlayedSpeech | null;
}

/** The agent's mouth: one speech on its way to the line, a filler in front of it where it is late, and music behind that. */
export class Voice {
  readonly #options: VoiceOptions;
  readonly #playout: Playout;
  #speech: Speech | null = null;
  #filler: Filler | null = null;
  #isDucked = false;

  constructor(options: VoiceOptions) {
    this.#options = options;
    this.#playout = new Playout(options.rate, options.discardUnplayed);
  }

  /** Plays this, behind the filler where there is one. What was said before must be over, or dropped. */
  say(speech: Speech): void {
    this.#speech = speech;
    if (!this.#filler) this.#playout.play(speech);
  }

  /** Plays this first. */
  fill(speech: Speech, onFailure: (error: Error) => void): void {
    const filler = { speech, hasBegun: false };
    this.#filler = filler;
    this.#playout.drop();
    this.#playout.play(speech);
    speech.whenFailed((error) => {
      if (this.#filler === filler) onFailure(error);
    });
  }

  get isFilling(): boolean {
    return this.#filler !== null;
  }

  /** Of a filler that is not wanted any more nothing has been heard. */
  skipFiller(): void {
    if (!this.#filler) return;
    this.#filler.speech.cancel();
    this.#filler = null;
    this.#playout.drop();
    if (this.#speech) this.#playout.play(this.#speech);
  }

  /** What has begun goes on more quietly from the next frame on; what has not begun waits. */
  duck(): void {
    this.#isDucked = true;
    this.#playout.duck();
  }

  /** At full level again. */
  restore(): void {
    this.#isDucked = false;
    this.#playout.restore();
  }

  /** Quieter while there may be a voice; what has not begun does not wait for it. */
  beAlert(isAlert: boolean): void {
    this.#playout.beAlert(isAlert);
  }

  /** Silence from the next frame on. */
  hold(): void {
    this.#playout.hold();
  }

  /** Goes on where it stopped. */
  release(): void {
    this.#playout.release();
  }

  /** Ends what is being said within a frame. */
  drop(): Dropped {
    const [filler, speech] = [this.#filler, this.#speech];
    this.#filler = null;
    this.#speech = null;
    filler?.speech.cancel();
    speech?.cancel();
    const played = this.#playout.cut();
    this.restore();
    return filler ? { filler: played, speech: null } : { filler: null, speech: played };
  }

  /** The words of which something was sent lately, in the order of time. */
  get sentWords(): TimedWord[] {
    return this.#playout.sentWords;
  }

  /** The frame to send at media time `atMs`, or null for silence. */
  pop(atMs: number): Frame | null {
    // The answer is there sooner than the filler.
    const isOvertaken = this.#filler?.hasBegun === false && this.#speech?.firstSoundMs != null;
    if (isOvertaken && !this.#isDucked) this.skipFiller();
    const { frame, isFirst, isLast, said } = this.#playout.pop(atMs);
    if (isFirst) this.#start(atMs);
    if (said !== null) this.#options.onSaid(said);
    if (isLast) this.#end();
    return this.#withMusic(frame);
  }

  #start(atMs: number): void {
    if (this.#filler) this.#filler.hasBegun = true;
    this.#options.onStart(this.#filler !== null, atMs);
  }

  #end(): void {
    const isFiller = this.#filler !== null;
    const played = this.#playout.drop();
    this.#filler = null;
    const speech = this.#speech;
    if (isFiller) {
      if (speech) this.#playout.play(speech);
      this.#options.onFillerEnd(played, speech !== null && (speech.firstSoundMs !== null || speech.isComplete));
    } else {
      this.#speech = null;
      this.#options.onEnd(played);
    }
  }

  #withMusic(frame: Frame | null): Frame | null {
    const { music, isWaitedFor } = this.#options;
    if (!music) return frame;
    if (frame === null) return isWaitedFor() && !this.#isDucked ? music.play() : music.stop();
    const tail = music.stop();
    return tail ? mix(frame, tail) : frame;
  }
}
