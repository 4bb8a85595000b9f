import type { AudioRateHz } from '@parley/audio';
import type { CepstralMean } from '../recognition/cepstral-mean.ts';
import type { SpokenPiece } from '../synthesis/spoken-piece.ts';

/** What a speech worker is given when it starts. */
export interface SpeechWorkerData {
  flite: WebAssembly.Module;
  /** Recognitions that go on at the same time; further ones wait for a decoder. 0: the thread only speaks. */
  decoders: number;
}

/** To a speech worker. Numbers named `job` and `utterance` are chosen by the sender and never used twice. */
export type SpeechCommand =
  | { type: 'speak'; job: number; text: string; voice: string; rateHz: AudioRateHz }
  /** Prepares the grammar of these hints, so that the first utterance does not wait for it. */
  | { type: 'prepare'; hints: string[] }
  /** `mean`: of the caller's voice, by the final of the utterance before. */
  | { type: 'begin'; utterance: number; hints: string[]; mean: CepstralMean }
  /** 8 kHz mono, the utterance's next samples. */
  | { type: 'audio'; utterance: number; samples: Int16Array }
  /** `overAgent`: it was said while the agent had the floor, and may be an interjection. */
  | { type: 'end'; utterance: number; overAgent?: boolean }
  | { type: 'abandon'; utterance: number };

/** A recognized word; times count from the start of the utterance. */
export interface RecognizedWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** What a short voice over the speech of another was found to be. */
export interface FoundInterjection {
  /** Empty for what is none of the phrases. */
  phrase: string;
  /** Of its being meant to interrupt. */
  logOdds: number;
}

/** How a search for what is expected judges the end of an utterance. */
export interface FoundEnd {
  /** How likely it is to be a whole one, 0 to 1. */
  probability: number;
  /** What that is judged by (`utterance-end.ts`), each of the order of 1. */
  features: readonly number[];
}

/** From a speech worker. */
export type SpeechReport =
  | { type: 'ready' }
  | { type: 'spoken'; job: number; piece: SpokenPiece }
  | { type: 'speak_failed'; job: number; message: string }
  /** A few times a second while sound comes; `decodedMs` of the utterance's sound have been listened to. */
  | { type: 'partial'; utterance: number; text: string; decodedMs: number }
  /**
   * `interjection`: of a short one over the agent's speech, which of the things that people say while another one speaks it sounds like most;
   * `end`: null for what is no speech;
   * `mean`: of the caller's voice, with this utterance.
   */
  | {
      type: 'final';
      utterance: number;
      words: RecognizedWord[];
      interjection: FoundInterjection | null;
      end: FoundEnd | null;
      mean: CepstralMean;
    }
  | { type: 'recognition_failed'; utterance: number; message: string };
