import { BeepDetector, FRAME_SAMPLES } from '@parley/audio';
import type { VoiceActivityDetector } from '../provider/voice-activity.ts';
import { EchoGate } from './echo-gate.ts';
import { type VoiceEdge, VoiceTracker } from './voice-tracker.ts';

const SILENCE = new Int16Array(FRAME_SAMPLES);
/** After this no beep is an answering machine's. */
const BEEP_WATCH_MS = 90_000;

/** A frame of the other side, with what it is known by at once. */
export interface CallerFrame {
  /** 160 samples of 8 kHz mono, without the agent's own sound where the line sends that back. */
  samples: Int16Array;
  edge: VoiceEdge | null;
  isVoiced: boolean;
  isBeep: boolean;
}

/** The other side's sound, frame by frame: its voice and its beeps, without the agent's echo. */
export class CallerSound {
  readonly #vad: VoiceActivityDetector;
  readonly #echo = new EchoGate();
  readonly #tracker = new VoiceTracker();
  readonly #beeps: BeepDetector | null;

  constructor(vad: VoiceActivityDetector, watchesForBeeps: boolean) {
    this.#vad = vad;
    this.#beeps = watchesForBeeps ? new BeepDetector() : null;
  }

  /** @param startMs media time of the frame's first sample */
  hear(heard: Int16Array | null, startMs: number): CallerFrame {
    const samples = heard && !this.#echo.isEcho(heard) ? heard : SILENCE;
    const edge = this.#tracker.push(samples, this.#vad.isSpeech(samples), startMs);
    const isBeep = this.#beeps !== null && startMs < BEEP_WATCH_MS && this.#beeps.push(samples);
    return { samples, edge, isVoiced: this.#tracker.isActive, isBeep };
  }

  /** The frame that was sent while that one was heard. */
  noteSent(frame: Int16Array | null): void {
    this.#echo.noteSent(frame);
  }
}
