import {
  BeepDetector,
  FRAME_MS,
  type Frame,
  frameSamples,
  levelDbfs,
  SAMPLE_RATE_HZ,
  type SpeechModelWeights,
} from '@parley/audio';
import type { Prosody } from '../end-of-turn/prosody.ts';
import type { FrameRate } from '../frame-rate.ts';
import type { VoiceActivityDetector } from '../provider/voice-activity.ts';
import { LONGEST_ECHO_MS } from '../turns/echo.ts';
import { ClaimMeter } from './claim-meter.ts';
import { EchoRemover } from './echo-remover.ts';
import { NarrowSound } from './narrow-sound.ts';
import { SoundOnset } from './sound-onset.ts';
import { type VoiceEdge, VoiceTracker } from './voice-tracker.ts';

const SILENCE = { 8000: new Int16Array(frameSamples(8000)), 16000: new Int16Array(frameSamples(16_000)) };
/** Packets that are longer on their way than this are lost, or the other side has stopped sending. */
const LONGEST_GAP_MS = 400;
/** What a synthesizer leaves between its words is quieter. */
const AUDIBLE = 300;
/** A detector notices an echo anew behind a pause as long as this. */
const PAUSE_MS = 100;
/** Where so many more of the agent's sounds had none behind them than had one, the line does not send them back. */
const ENOUGH_UNECHOED = 3;
/** No more are counted: a line may begin to echo. */
const MOST_UNECHOED = 6;
/** Behind one of the agent's sounds a caller may begin by chance: so many without one outweigh that. */
const FOLLOWED_WEIGHT = 2;
/** After this no beep is an answering machine's. */
const BEEP_WATCH_MS = 90_000;

/** A frame of the other side, with what it is known by at once. */
export interface CallerFrame {
  /** At the call's rate, without the agent's own audio where the line sends that back. */
  samples: Frame;
  /** The same at 8 kHz. */
  narrow: Frame;
  edge: VoiceEdge | null;
  isVoiced: boolean;
  /** For how long nothing of the latest voice has been heard. */
  quietMs: number;
  /** A sound has just begun that may become a voice, and that is not the agent's own. */
  isOnset: boolean;
  /** What is heard now began right behind the agent's own audio, and may be that. */
  mayBeEcho: boolean;
  /** How likely the present voice is one person speaking, 0 to 1. */
  speech: number;
  /** In dBov. */
  levelDb: number;
  isPitched: boolean;
  /** How likely the voice that began last is to want the floor, 0 to 1, once that is known; null otherwise. */
  claims: number | null;
  /** How the latest voice ended; null where nothing of it has a pitch. */
  prosody: Prosody | null;
  isBeep: boolean;
}

/**
 * The other side's audio, frame by frame: its voice and its beeps, without the agent's echo. All that is found in it is found at
 * 8 kHz, which a wideband frame is brought to once.
 */
export class CallerSound {
  readonly #vad: VoiceActivityDetector;
  readonly #rate: Pick<FrameRate, 'rateHz'>;
  readonly #heard = new NarrowSound();
  readonly #sent = new NarrowSound();
  readonly #echo = new EchoRemover();
  readonly #tracker = new VoiceTracker();
  readonly #onset = new SoundOnset();
  readonly #claims = new ClaimMeter();
  readonly #beeps: BeepDetector | null;
  /** When the agent's audio began, or went on after a pause, and when it was last there. */
  #agentOnsetMs = Number.NEGATIVE_INFINITY;
  #soundedMs = Number.NEGATIVE_INFINITY;
  /** How many more of the agent's latest sounds nothing has followed than something has; and whether something has followed the present one. */
  #unechoed = 0;
  #isFollowed = false;
  /** For how long nothing has arrived. */
  #gapMs = 0;

  constructor(vad: VoiceActivityDetector, rate: Pick<FrameRate, 'rateHz'>, watchesForBeeps: boolean) {
    this.#vad = vad;
    this.#rate = rate;
    this.#beeps = watchesForBeeps ? new BeepDetector() : null;
  }

  /**
   * @param startMs media time of the frame's first sample
   * @param claimWeights what claims to the floor are known by, in the language of the call
   */
  hear(heard: Frame | null, startMs: number, claimWeights?: SpeechModelWeights): CallerFrame {
    const { samples, narrow } = this.#withoutEcho(heard);
    const isSpeech = this.#vad.isSpeech(narrow);
    const soundMs = FRAME_MS * this.#onset.push(narrow, this.#tracker.isActive);
    const edge = this.#isAwaited(heard) ? null : this.#tracker.push(narrow, isSpeech, startMs, soundMs);
    const claims = this.#claims.push(narrow, edge, startMs, claimWeights);
    const isBeep = this.#beeps !== null && startMs < BEEP_WATCH_MS && this.#beeps.push(narrow);
    const { speech, isPitched, prosody } = this.#vad;
    const levelDb = levelDbfs(narrow);
    const mayBeEcho = edge?.type === 'voice_started' && this.#followsAgent(edge.onsetMs);
    const isOnset = soundMs > 0 && !this.#tracker.isActive && !this.#isLikelyEcho(startMs);
    if (soundMs > FRAME_MS || edge?.type === 'voice_started') this.#isFollowed ||= this.#followsAgent(startMs);
    return {
      samples,
      narrow,
      edge,
      isVoiced: this.#tracker.isActive,
      quietMs: this.#tracker.quietMs(startMs + FRAME_MS),
      isOnset,
      mayBeEcho,
      speech,
      levelDb,
      isPitched,
      claims,
      prosody,
      isBeep,
    };
  }

  /** The frame that was sent at media time `atMs`, while that one was heard. */
  noteSent(frame: Frame | null, atMs: number): void {
    this.#echo.noteSent(frame && this.#sent.narrow(frame, this.#rate));
    const sounds = frame?.some((sample) => Math.abs(sample) > AUDIBLE);
    if (sounds && atMs - this.#soundedMs > PAUSE_MS) this.#noteOnset(atMs);
    if (sounds) this.#soundedMs = atMs;
  }

  #noteOnset(atMs: number): void {
    this.#agentOnsetMs = atMs;
    const count = this.#unechoed + (this.#isFollowed ? -FOLLOWED_WEIGHT : 1);
    this.#unechoed = Math.max(0, Math.min(MOST_UNECHOED, count));
    this.#isFollowed = false;
  }

  /** At the call's rate, and at 8 kHz. */
  #withoutEcho(heard: Frame | null): { samples: Frame; narrow: Frame } {
    if (heard === null) return { samples: SILENCE[this.#rate.rateHz], narrow: SILENCE[SAMPLE_RATE_HZ] };
    const narrow = this.#heard.narrow(heard, this.#rate);
    const left = this.#echo.remove(narrow);
    return { samples: this.#heard.rest(heard, narrow, left), narrow: left };
  }

  /** Packets that stay away in the middle of a word are no pause of the speaker's: the rest of the word is on its way. */
  #isAwaited(heard: Frame | null): boolean {
    this.#gapMs = heard === null ? this.#gapMs + FRAME_MS : 0;
    return heard === null && this.#tracker.isActive && this.#gapMs <= LONGEST_GAP_MS;
  }

  /** A line that sends the agent back does so again and again: every sentence of its own would begin as another's. */
  #isLikelyEcho(onsetMs: number): boolean {
    return this.#unechoed < ENOUGH_UNECHOED && this.#followsAgent(onsetMs);
  }

  #followsAgent(onsetMs: number): boolean {
    const delayMs = onsetMs - this.#agentOnsetMs;
    return delayMs >= 0 && delayMs <= LONGEST_ECHO_MS;
  }
}
