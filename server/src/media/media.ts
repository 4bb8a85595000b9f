import type { AudioRateHz } from '@parley/audio';
import type { AnsweredBy, EndReason, TranscriptTurn } from '@parley/contract';
import type { NegotiatedMedia, ReportFigures, StreamFigures } from '@parley/rtp';
import type { LegSound } from '../carriers/carrier.ts';
import type { ProviderConnection } from '../kernel/provider-connection.ts';
import type { VendorUsage } from '../kernel/vendor-usage.ts';
import type { Connection, JoiningRole, WaitingSound } from './audibility.ts';

/** What a media thread has to know of an agent to talk for it; texts have their variables in them already. */
export interface MediaAgent {
  prompt: { template: string; variables: Record<string, string>; rendered: string };
  firstMessage: string | null;
  disclosure: string | null;
  voice: string;
  model: string;
  /** A provider, or provider/model. */
  transcriber: string;
  fallbacks: { transcriber: string[]; model: string[]; voice_id: string[] };
  language: string;
  allowsDtmf: boolean;
  /** Where it may transfer the call to; null: nowhere. */
  transfer: { destinations: { name: string; description: string }[]; message: string | null } | null;
  /** Go on when a model that hears and speaks is lost, behind the fallbacks; null: there is none of another vendor. */
  successors: { transcriber: string | null; model: string | null };
  /** Its own, which the call runs. */
  tools: MediaTool[];
  endpointingMs: number;
  interruptionMs: number;
  /** What the caller hears while an answer takes its time. */
  waiting: 'phrases' | 'silence' | 'music';
  reminderMs: number;
  endMs: number;
  voicemail: { action: 'hangup' | 'message'; message: string | null };
  direction: 'outbound' | 'inbound';
  /** Null: it knows no documents. */
  knowledge: KnowledgeMode | null;
}

/** How an agent uses its documents: looks things up, is shown what fits, or both. */
export type KnowledgeMode = 'tool' | 'context' | 'both';

export interface KnowledgeQuestion {
  query: string;
  limit: number;
  /** How long what embeddings add may take. */
  withinMs: number;
}

/** A piece of a document that fits what was asked. */
export interface FoundPassage {
  documentId: string;
  /** Of the document. */
  name: string;
  passage: number;
  heading: string | null;
  text: string;
  score: number;
}

/** A tool that runs outside of the media, as described to the model. */
export interface MediaTool {
  name: string;
  description: string;
  /** JSON Schema. */
  parameters: Record<string, unknown>;
  say?: string;
  timeoutMs?: number;
}

/** What a tool has found. */
export interface MediaToolResult {
  /** For the model. */
  text: string;
  isError: boolean;
  /** The agent's prompt from now on. */
  prompt?: string;
}

/** What the media of a live call reports to the call. */
export type MediaEvent =
  | { type: 'turn'; turn: TranscriptTurn }
  | { type: 'answered_by'; who: AnsweredBy }
  /** The conversation goes on in another language, BCP 47. */
  | { type: 'language'; language: string }
  /** What the caller is saying, as far as it is recognized; reported only while the call is watched. */
  | { type: 'hearing'; text: string }
  /** The conversation is over and has been heard out: hang up now. */
  | { type: 'hangup'; endReason: EndReason }
  /** What do the agent's documents say? Wants `tellPassages`. */
  | ({ type: 'search'; searchId: number } & KnowledgeQuestion)
  /** For the log, while it happens; the result has them all. `stack` belongs to a fault of our own. */
  | { type: 'warning'; code: string; message: string; stack?: string }
  /** A tool is used, and its turn follows. Seconds from answer. */
  | { type: 'tool_started'; name: string; arguments: Record<string, unknown>; start: number }
  /** Use it, and answer with `settleTool`. */
  | { type: 'tool_call'; id: number; name: string; arguments: Record<string, unknown> }
  /** The conversation no longer waits for its result. */
  | { type: 'tool_canceled'; id: number }
  /** Hand the call over: `to` is the name of a destination. Answer with `transferFailed`, or end the call. */
  | { type: 'transfer'; to: string }
  /** This further leg has sent no audio for too long. */
  | { type: 'leg_lost'; legId: string }
  /** The target of a warm transfer, after the briefing, accepts the call or declines it. */
  | { type: 'leg_answer'; legId: string; isAccepted: boolean }
  | { type: 'failed'; endReason: EndReason; message: string };

export interface MediaResult {
  turns: TranscriptTurn[];
  answeredBy: AnsweredBy;
  responseMs: number[];
  /** What the vendors have done. */
  usage: VendorUsage[];
  outcomeHint: string | null;
  warnings: string[];
  /** File below the recordings directory, or null when nothing was recorded. */
  recording: string | null;
  stats: CallMediaStats | null;
}

export interface MediaStats {
  packetsSent: number;
  packetsReceived: number;
  packetsLost: number;
  packetsLate: number;
  concealedFrames: number;
  /** Of packets that were lost or late, taken from the packet behind them; left out in old calls, and where there is none. */
  recoveredFrames?: number;
  jitterMs: number;
  mos: number;
  /** Left out where the audio does not come over RTP. */
  rtp?: RtpFigures;
}

export interface CallMediaStats extends MediaStats {
  /** Of those whom the call was handed over to, in the order in which they left; left out in old calls. */
  furtherLegs?: FurtherLegStats[];
}

export interface FurtherLegStats extends MediaStats {
  /** Its number in the call. */
  legNo: number;
}

export interface RtpFigures extends StreamFigures {
  bytesSent: number;
  duplicates: number;
  /** Datagrams that are no RTP, or of a payload type that was not agreed upon. */
  invalidDatagrams: number;
  /** SRTP that is not of the key that was agreed upon, or came again. */
  unreadable: number;
  /** Of those, what came again; left out in old calls. */
  replayed?: number;
  /** What RTCP reported; left out in old calls. */
  reports?: ReportFigures;
  /** Datagrams from others than the peer. */
  unexpectedSources: number;
}

/** One call's media: the other side's, its conversation and its recording, wherever they live. */
export interface MediaSession {
  /** The port in the SDP that we offer; 0 where the other side's audio comes as frames. */
  readonly port: number;
  readonly events: AsyncIterable<MediaEvent>;
  /** The call was answered: media time begins. Null where the audio comes as frames. */
  answer(remote: NegotiatedMedia | null): void;
  redirect(remote: NegotiatedMedia): void;
  dtmf(digit: string): void;
  /**
   * Adds a leg. Resolves with the port for our SDP, 0 where the leg's audio comes as frames; rejects
   * when the session is over. The frames belong to the session. `legNo`: its number in the call, for the transcript.
   */
  join(legId: string, role: JoiningRole, sound: LegSound, legNo?: number): Promise<number>;
  /** What was agreed with the other side of a further leg, or agreed anew. */
  redirectLeg(legId: string, remote: NegotiatedMedia): void;
  /** A key of a further leg. */
  dtmfOf(legId: string, digit: string): void;
  /** Tells a further leg what the call is about, in a connection `consulting`; null: a summary of it. `leg_answer` follows. */
  brief(legId: string, briefing: string | null): void;
  /** Who hears whom from now on. `waiting`: what the caller hears while another person is called; null: nothing. */
  connect(connection: Connection, waiting: WaitingSound | null): void;
  /** Idempotent: a further leg is no part of the call any more. A supervisor who had taken over gives back. */
  leave(legId: string): void;
  /** The supervisor talks with the caller, and the agent only listens. `by` is who it is, for the transcript. */
  takeOver(legId: string, by: string): void;
  /** The agent goes on, if this supervisor had taken over. */
  giveBack(legId: string): void;
  /** A hint for the agent, which the caller does not hear. */
  whisper(text: string): void;
  /** The result of a search; null: the search failed. */
  tellPassages(searchId: number, passages: FoundPassage[] | null): void;
  settleTool(id: number, result: MediaToolResult): void;
  /** The agent has these tools from now on, besides what is about the call itself. */
  useTools(tools: MediaAgent['tools']): void;
  /** The other side waits, and the agent pauses, until `resume`. `by`: who holds the call, for the transcript. */
  hold(by: string, waiting: WaitingSound): void;
  /** Idempotent: both talk again. */
  resume(): void;
  /**
   * A person transfers the call, and the agent pauses until that has failed. `by`: who transfers it, for the
   * transcript.
   */
  transferring(by: string): void;
  /**
   * The other side, which already talks with a person, is transferred to another one. `by`: who wants that, for the
   * transcript.
   */
  handOn(by: string, to: string): void;
  /** The agent hears why, and goes on. */
  transferFailed(reason: string): void;
  /** The other side is connected with the target. */
  transferred(): void;
  /** The target is in the call, with the other side and the agent. */
  personJoined(): void;
  /** And is gone again. */
  personLeft(): void;
  /** The agent says that it has to go, whatever is being said, and `hangup` follows. */
  sayFarewell(): void;
  /** Idempotent. Stops the media and returns the result. */
  close(): Promise<MediaResult>;
}

/** Frames belong to the session from now on. */
export interface MediaRequest extends LegSound {
  callId: string;
  /** Whose sentences they are: what is kept of them is never heard in a call of another one. */
  accountId: string;
  agent: MediaAgent;
  /** What the account can name. They hold secrets. */
  connections: ProviderConnection[];
  record: boolean;
  /** The rate that the call is likely to have, for what is spoken before the answer; left out: 8000. */
  expectedRateHz?: AudioRateHz;
}

export interface MediaHost {
  /** False while no call could be opened: a node that takes calls then only makes them fail. */
  readonly isReady: boolean;
  open(request: MediaRequest): Promise<MediaSession>;
}
