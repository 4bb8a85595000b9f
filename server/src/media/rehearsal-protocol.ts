import type { MediaAgent } from './media.ts';
import type { RehearsalEvent, RehearsedMessage } from './rehearsal.ts';

/** From the main thread to the thread of rehearsals. */
export type RehearsalCommand =
  | { type: 'reply'; id: number; agent: MediaAgent; messages: RehearsedMessage[] }
  | { type: 'say'; id: number; voice: string; language: string; text: string }
  | { type: 'cancel'; id: number }
  | { type: 'stop' };

/** From the thread of rehearsals to the main thread. Each request ends with `end`, `said` or `failed`. */
export type RehearsalMessage =
  | { type: 'event'; id: number; event: RehearsalEvent }
  | { type: 'said'; id: number; wav: Uint8Array | null }
  | { type: 'failed'; id: number; message: string };
