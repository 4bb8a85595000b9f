import type { AudioRateHz } from '@parley/audio';
import type { HeardWord } from '@parley/conversation/provider';

/**
 * What the engine and its users say to each other, on a WebSocket for each recognition stream (`/listen`), each call that
 * speaks (`/speak`), whose voice is detected (`/detect`), or whose turns are judged (`/turn`). Sound is µ-law on the way in,
 * and 16-bit at 8 kHz in base64 on the way out.
 */
export const LISTEN_PATH = '/listen';
export const SPEAK_PATH = '/speak';
export const DETECT_PATH = '/detect';
export const TURN_PATH = '/turn';

/** Besides binary messages with audio. */
export interface ListenCommand {
  type: 'finalize';
}

interface EngineFailure {
  type: 'error';
  message: string;
  retryable: boolean;
}

export type ListenReport =
  | { type: 'ready' }
  | { type: 'partial'; text: string; startMs: number; untilMs: number }
  | { type: 'final'; text: string; words: HeardWord[]; startMs: number | null }
  /** The rules of the recognizer end the turn whose final came before. */
  | { type: 'over' }
  | EngineFailure;

export type SpeakCommand =
  | { type: 'speak'; context: string; text: string; voice: string; sampleRateHz: AudioRateHz }
  | { type: 'cancel'; context: string };

export type SpeakReport =
  | { type: 'audio'; context: string; audio: string }
  | { type: 'done'; context: string }
  | (EngineFailure & { context: string });

/** Comes for every 32 ms of audio, as binary messages of µ-law bring it. */
export type DetectReport = { type: 'speech'; probability: number; untilMs: number } | EngineFailure;

/** Its number in the first four bytes of a binary message, then 16-bit samples of 16 kHz, all of the least byte first. */
export const TURN_HEADER_BYTES = 4;

export type TurnReport = { type: 'turn'; id: number; probability: number } | (EngineFailure & { id: number | null });

/** From the engine to the process that has started it. A model that ends the engine while it loads is known by it. */
export type EngineMessage =
  /** It takes connections, which come with messages `Handover`. */
  | { type: 'ready' }
  | { type: 'taken'; connection: number }
  | { type: 'loading'; model: string; installedMs: number }
  | { type: 'loaded'; model: string }
  | { type: 'unavailable'; message: string };

/** Comes with a connection, and is answered with `taken`. */
export interface Handover {
  connection: number;
}

/** A model that has ended the engine, as it was installed then. */
export interface BrokenModel {
  model: string;
  installedMs: number;
}

/** What the engine is started with, as its only argument. */
export interface EngineSettings {
  /** That clients must present. */
  key: string;
  modelsDir: string;
  broken: BrokenModel[];
  unloadAfterMs: number;
}
