import { BeepDetector, FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { Prosody } from '../end-of-turn/prosody.ts';
import type { VoiceActivityDetector } from '../provider/voice-activity.ts';
import { LONGEST_ECHO_MS } from '../turns/echo.ts';
import { EchoRemover } from './echo-remover.ts';
import { type VoiceEdge, VoiceTracker } from './voice-tracker.ts';

const SILENCE = new Int16Array(FRAME_SAMPLES);
/** Packets that are longer on their way than this are lost, or the other side has stopped sending. */
const LONGEST_GAP_MS = 400;
/** What a synthesizer leaves between its words is quieter. */
const AUDIBLE = 300;
/** A detector notices an echo anew behind a pause as long as this. */
const PAUSE_MS = 100;
/** After this no beep is an answering machine's. */
const BEEP_WATCH_MS = 90_000;

/** A frame of the other side, with what it is known by at once. */
export interface CallerFrame {
  /** 160 samples of 8 kHz mono, without the agent's own sound where the line sends that back. */
  samples: Int16Array;
  edge: VoiceEdge | null;
  isVoiced: boolean;
  /** What is heard now began right behind the agent's own sound, and may be that. */
  mayBeEcho: boolean;
  /** How likely the present voice is one person speaking, 0 to 1. */
  speech: number;
  /** How the latest voice ended; null where nothing of it has a pitch. */
  prosody: Prosody | null;
  isBeep: boolean;
}

/** The other side's sound, frame by frame: its voice and its beeps, without the agent's echo. */
export class CallerSound {
  readonly #vad: VoiceActivityDetector;
  readonly #echo = new EchoRemover();
  readonly #tracker = new VoiceTracker();
  readonly #beeps: BeepDetector | null;
  /** When the agent's sound began, or went on after a pause, and when it was last there. */
  #agentOnsetMs = Number.NEGATIVE_INFINITY;
  #soundedMs = Number.NEGATIVE_INFINITY;
  /** For how long nothing has arrived. */
  #gapMs = 0;

  constructor(vad: VoiceActivityDetector, watchesForBeeps: boolean) {
    this.#vad = vad;
    this.#beeps = watchesForBeeps ? new BeepDetector() : null;
  }

  /** @param startMs media time of the frame's first sample */
  hear(heard: Int16Array | null, startMs: number): CallerFrame {
    const samples = heard ? this.#echo.remove(heard) : SILENCE;
    const isSpeech = this.#vad.isSpeech(samples);
    const edge = this.#isAwaited(heard) ? null : this.#tracker.push(samples, isSpeech, startMs);
    const isBeep = this.#beeps !== null && startMs < BEEP_WATCH_MS && this.#beeps.push(samples);
    const { speech, prosody } = this.#vad;
    const mayBeEcho = edge?.type === 'voice_started' && this.#followsAgent(edge.onsetMs);
    return { samples, edge, isVoiced: this.#tracker.isActive, mayBeEcho, speech, prosody, isBeep };
  }

  /** The frame that was sent at media time `atMs`, while that one was heard. */
  noteSent(frame: Int16Array | null, atMs: number): void {
    this.#echo.noteSent(frame);
    const sounds = frame?.some((sample) => Math.abs(sample) > AUDIBLE);
    if (sounds && atMs - this.#soundedMs > PAUSE_MS) this.#agentOnsetMs = atMs;
    if (sounds) this.#soundedMs = atMs;
  }

  /** Packets that stay away in the middle of a word are no pause of the speaker's: the rest of the word is on its way. */
  #isAwaited(heard: Int16Array | null): boolean {
    this.#gapMs = heard === null ? this.#gapMs + FRAME_MS : 0;
    return heard === null && this.#tracker.isActive && this.#gapMs <= LONGEST_GAP_MS;
  }

  #followsAgent(onsetMs: number): boolean {
    const delayMs = onsetMs - this.#agentOnsetMs;
    return delayMs >= 0 && delayMs <= LONGEST_ECHO_MS;
  }
}
