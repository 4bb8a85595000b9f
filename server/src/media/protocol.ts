import type { MessagePort } from 'node:worker_threads';
import type { NegotiatedMedia } from '@parley/rtp';
import type { LegSound } from '../carriers/carrier.ts';
import type { Connection, JoiningRole, WaitingSound } from './audibility.ts';
import type { FoundPassage, MediaAgent, MediaEvent, MediaRequest, MediaResult, MediaToolResult } from './media.ts';
import type { VendorOutage } from './vendor-outages.ts';

/** What a media thread is started with. */
export interface MediaThreadData {
  threadIndex: number;
  threadCount: number;
  /** Address that RTP sockets are bound to. */
  bindAddress: string;
  /** That of IPv6; left out: none is. */
  ipv6BindAddress?: string | undefined;
  rtpPorts: { first: number; last: number };
  recordingsDir: string;
  /** Of calls that are recorded, the packets are kept as well. */
  capturesAudio: boolean;
  /** Some agent has a language model: what it needs is loaded before the first call. */
  hasLanguageModels: boolean;
  /** Built-in speech that was not used for so long is unloaded. */
  speechUnloadAfterMs: number;
  /** To the model of any words that the process has; left out: it has none. */
  anyWords?: MessagePort | undefined;
  /** Base addresses of accounts are guarded, save these, which are the operator's; left out: none is. */
  trustedBaseUrls?: readonly string[] | undefined;
}

/** From the main thread to a media thread. Every message names its call. */
export type MediaCommand =
  | ({ type: 'open' } & MediaRequest)
  | { type: 'answer'; callId: string; remote: NegotiatedMedia | null }
  | { type: 'redirect'; callId: string; remote: NegotiatedMedia }
  | { type: 'dtmf'; callId: string; digit: string }
  | { type: 'farewell'; callId: string }
  | ({ type: 'join'; callId: string; legId: string; role: JoiningRole; legNo: number } & LegSound)
  | { type: 'redirect_leg'; callId: string; legId: string; remote: NegotiatedMedia }
  | { type: 'dtmf_of'; callId: string; legId: string; digit: string }
  | { type: 'brief'; callId: string; legId: string; briefing: string | null }
  | { type: 'connect'; callId: string; connection: Connection; waiting: WaitingSound | null }
  | { type: 'leave'; callId: string; legId: string }
  | { type: 'take_over'; callId: string; legId: string; by: string }
  | { type: 'give_back'; callId: string; legId: string }
  | { type: 'whisper'; callId: string; text: string }
  | { type: 'passages'; callId: string; searchId: number; passages: FoundPassage[] | null }
  | { type: 'settle_tool'; callId: string; id: number; result: MediaToolResult }
  | { type: 'use_tools'; callId: string; tools: MediaAgent['tools'] }
  | { type: 'hold'; callId: string; by: string; waiting: WaitingSound }
  | { type: 'resume'; callId: string }
  | { type: 'transferring'; callId: string; by: string }
  | { type: 'hand_on'; callId: string; by: string; to: string }
  | { type: 'transfer_failed'; callId: string; reason: string }
  | { type: 'transferred'; callId: string }
  | { type: 'person_joined'; callId: string }
  | { type: 'person_left'; callId: string }
  | { type: 'close'; callId: string }
  | { type: 'ping' }
  | { type: 'report_pacing' }
  | { type: 'stop' };

/** How late frames left, measured against their deadlines since the last report. */
export interface PacingReport {
  count: number;
  over20: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** From a media thread to the main thread. */
export type MediaMessage =
  | { type: 'ready' }
  | { type: 'opened'; callId: string; port: number }
  | { type: 'joined'; callId: string; legId: string; port: number }
  | { type: 'join_failed'; callId: string; legId: string; message: string }
  | { type: 'open_failed'; callId: string; message: string }
  | { type: 'event'; callId: string; event: MediaEvent }
  | { type: 'closed'; callId: string; result: MediaResult }
  /** Caught, and to be logged; `callId` is null where it is not known whose fault it is. */
  | { type: 'fault'; callId: string | null; error: Error }
  | ({ type: 'outage' } & VendorOutage)
  | { type: 'pong' }
  | { type: 'pacing'; report: PacingReport }
  | { type: 'stopped' };
