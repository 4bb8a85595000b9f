import type { ProviderTest, TestProvider } from '@parley/contract';
import type { ProviderConnection } from '../kernel/provider-connection.ts';
import type { OfferedModel, OfferedVoice } from '../kernel/provider-offer.ts';
import type { FoundPassage, MediaEvent } from './media.ts';
import type {
  RehearsalEvent,
  RehearsedAgent,
  RehearsedMessage,
  RehearsedSpeech,
  RehearsedToolResult,
} from './rehearsal.ts';

/** What a reply wants of the main thread, which alone knows tools and documents. */
export type HostRequest = Extract<MediaEvent, { type: 'tool_call' | 'tool_canceled' | 'search' }>;

/** What comes of it. */
export type HostResponse =
  | { type: 'tool_result'; useId: number; result: RehearsedToolResult }
  | { type: 'passages'; searchId: number; passages: FoundPassage[] | null };

/** From the main thread to the thread of rehearsals. */
export type RehearsalCommand =
  | ({ type: 'reply'; id: number; messages: RehearsedMessage[] } & RehearsedAgent)
  | ({ type: 'say'; id: number } & RehearsedSpeech)
  | { type: 'voices' | 'models'; id: number; connection: ProviderConnection }
  | { type: 'test'; id: number; connection: ProviderConnection; test: TestProvider }
  | { type: 'host_response'; id: number; response: HostResponse }
  | { type: 'cancel'; id: number }
  | { type: 'stop' };

/** From the thread of rehearsals to the main thread. Each request ends with one, `reply` with the event `end`. */
export type RehearsalMessage =
  | { type: 'event'; id: number; event: RehearsalEvent }
  | { type: 'host_request'; id: number; request: HostRequest }
  | { type: 'said'; id: number; wav: Uint8Array | null }
  | { type: 'voices'; id: number; voices: OfferedVoice[] }
  | { type: 'models'; id: number; models: OfferedModel[] }
  | { type: 'tested'; id: number; result: ProviderTest }
  | { type: 'failed'; id: number; message: string };
