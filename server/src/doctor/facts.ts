import type { CallDetail } from '@parley/contract';
import { parseMessage, type SipMessage, type SipRequest, type SipResponse } from '@parley/sip';
import { FIRST_LEG } from '../calls/call-signalling.ts';
import type { SignalledMessage, Signalling, UnreachedPeer } from '../carriers/signalling.ts';
import type { MediaStats } from '../media/media.ts';

/** One message of a ladder, read. */
export interface Step extends SignalledMessage {
  /** Since the first message of the leg. */
  offsetMs: number;
  message: SipMessage;
}

export type RequestStep = Step & { message: SipRequest };
export type ResponseStep = Step & { message: SipResponse };

/** What was signalled about one leg, as the rules read it. */
export interface LegFacts {
  /** Its number in the call; the first is 0. */
  leg: number;
  /** Which end of the session we are. */
  role: 'caller' | 'callee';
  local: Signalling['local'];
  /** Where the first message went, or came from. */
  peer: { host: string; port: number };
  /** Nothing more was awaited when it was stored. */
  isOver: boolean;
  /** Why the INVITE never left; null where it did. */
  unreached: UnreachedPeer | null;
  /** Messages that can be read. */
  steps: readonly Step[];
}

/** A leg to the target of a transfer. */
interface FurtherLeg {
  leg: number;
  /** From its answer to its end; null when it was never answered. */
  talkMs: number | null;
  media: MediaStats | null;
}

/** What is known of a call that is over. Whatever the doctor says follows from it alone. */
export interface CallFacts
  extends Pick<CallDetail, 'direction' | 'channel' | 'end_reason' | 'ended_by' | 'sip_code' | 'simulated'> {
  isAnswered: boolean;
  /** From answer to end; null when it was never answered. */
  talkMs: number | null;
  /** Those of which the signalling is kept. */
  legs: readonly LegFacts[];
  /** Of the first leg. */
  media: MediaStats | null;
  /** Those besides the first. */
  furtherLegs: readonly FurtherLeg[];
  /** Notes for the reader of the call that no other field contains. */
  warnings: readonly string[];
}

/** What the network did to the audio of one leg. */
export interface LegMedia {
  leg: number;
  talkMs: number | null;
  media: MediaStats;
  /** Null where it is not kept. */
  signalled: LegFacts | null;
}

/** Of each leg that has figures, in their order. */
export function mediaOfLegs({ media, talkMs, furtherLegs, legs }: CallFacts): LegMedia[] {
  return [{ leg: FIRST_LEG, talkMs, media }, ...furtherLegs].flatMap(({ leg, talkMs, media }) =>
    media === null ? [] : { leg, talkMs, media, signalled: legs.find((one) => one.leg === leg) ?? null },
  );
}

export function isLegAnswered({ isAnswered, furtherLegs }: CallFacts, { leg }: LegFacts): boolean {
  return leg === FIRST_LEG ? isAnswered : furtherLegs.some((one) => one.leg === leg && one.talkMs !== null);
}

/** Null when nothing of it can be read. */
export function legFacts({ local, messages, isOver = false, unreached }: Signalling, leg: number): LegFacts | null {
  const [first] = messages;
  if (!first) return null;
  const steps = messages.flatMap((message) => readStep(message, first.atMs));
  const role = first.direction === 'sent' ? 'caller' : 'callee';
  return {
    leg,
    role,
    local,
    peer: { host: first.host, port: first.port },
    isOver,
    unreached: unreached ?? null,
    steps,
  };
}

function readStep(message: SignalledMessage, firstMs: number): Step[] {
  const read = parseMessage(Buffer.from(message.text, 'latin1'));
  return read.kind === 'message' ? [{ ...message, offsetMs: message.atMs - firstMs, message: read.message }] : [];
}

export function isRequest(step: Step): step is RequestStep {
  return step.message.kind === 'request';
}

function isResponse(step: Step): step is ResponseStep {
  return step.message.kind === 'response';
}

/** Requests of one method, in one direction. */
export function requests(leg: LegFacts, direction: Step['direction'], method: string): RequestStep[] {
  return leg.steps.filter(isRequest).filter((step) => step.direction === direction && step.message.method === method);
}

/** Responses to one method, in one direction. */
export function responses(leg: LegFacts, direction: Step['direction'], method: string): ResponseStep[] {
  return leg.steps
    .filter(isResponse)
    .filter((step) => step.direction === direction && step.message.cseq.method === method);
}

/** The responses to one request: they have its CSeq, and its branch, which differs where it was sent to several servers. */
export function responsesTo(leg: LegFacts, request: RequestStep): ResponseStep[] {
  const direction = request.direction === 'sent' ? 'received' : 'sent';
  const { cseq, topVia, method } = request.message;
  return responses(leg, direction, method).filter(
    ({ message }) =>
      message.cseq.number === cseq.number && message.topVia.params.get('branch') === topVia.params.get('branch'),
  );
}

export const isFinal = ({ message }: ResponseStep): boolean => message.status >= 200;

/** The final response to the last INVITE outside of a dialog, where we called. */
export function finalResponse(leg: LegFacts): ResponseStep | undefined {
  const invite = requests(leg, 'sent', 'INVITE').findLast(({ message }) => message.toTag === null);
  return invite && responsesTo(leg, invite).find(isFinal);
}
