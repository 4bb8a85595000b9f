import { z } from 'zod';
import { AgentId, BatchId, CallId, PhoneNumber, queryInteger, ReferencedId, UnixSeconds, Variables } from './text.ts';

export const CallStatus = z.enum(['initiated', 'active', 'completed', 'failed']);
export type CallStatus = z.infer<typeof CallStatus>;

export const CallPhase = z.enum([
  'queued',
  'dialing',
  'ringing',
  'talking',
  'transferring',
  'ending',
  'analyzing',
  'ended',
]);
export type CallPhase = z.infer<typeof CallPhase>;

export const EndReason = z.enum([
  'user_hangup',
  'agent_hangup',
  'max_duration',
  'silence_timeout',
  'voicemail',
  'transferred',
  'opted_out',
  'no_answer',
  'busy',
  'rejected',
  'invalid_number',
  'canceled',
  'blocked',
  'carrier_error',
  'media_timeout',
  'llm_error',
  'stt_error',
  'tts_error',
  'duplicate',
  'dispatch_lost',
  'interrupted_by_restart',
  'internal_error',
]);
export type EndReason = z.infer<typeof EndReason>;

export const EndedBy = z.enum(['agent', 'user', 'system']);
export const AnsweredBy = z.enum(['human', 'voicemail', 'ivr', 'unknown']);
export type AnsweredBy = z.infer<typeof AnsweredBy>;
export const Sentiment = z.enum(['positive', 'neutral', 'negative']);

/** Outcomes that every agent may end with; an agent's own `outcomes` come on top. */
export const standardOutcomes = [
  'success',
  'partial',
  'failure',
  'no_answer',
  'busy',
  'voicemail',
  'transferred',
  'opted_out',
  'error',
] as const;

/** Seconds from answer, with millisecond precision. */
const Position = z.number().min(0);

export const TranscriptWord = z.object({ text: z.string(), start: Position, end: Position });

export const TranscriptTurn = z
  .object({
    role: z.enum(['agent', 'user', 'tool']),
    text: z.string().meta({ description: 'For the agent: what was sent as sound before the other side interrupted' }),
    start: Position,
    end: Position,
    interrupted: z.boolean(),
    generated_text: z.string().optional().meta({ description: 'What the model had written, where it differs' }),
    words: z.array(TranscriptWord).optional(),
    tool: z
      .object({ name: z.string(), arguments: z.record(z.string(), z.unknown()), result: z.string().optional() })
      .optional(),
  })
  .meta({ id: 'TranscriptTurn' });
export type TranscriptTurn = z.infer<typeof TranscriptTurn>;

export const CallAnalysis = z
  .object({
    method: z.enum(['rules', 'model']),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'CallAnalysis' });
export type CallAnalysis = z.infer<typeof CallAnalysis>;

export const CallLatency = z
  .object({ turn_p50_ms: z.int(), turn_p95_ms: z.int(), turns: z.int() })
  .meta({ id: 'CallLatency' });

export const CallCost = z.object({ currency: z.string(), total: z.number() }).meta({ id: 'CallCost' });

/** One call in a list: the detail without transcript, summary and analysis. */
export const CallSummary = z
  .object({
    call_id: CallId,
    status: CallStatus,
    phase: CallPhase,
    direction: z.enum(['outbound', 'inbound']),
    agent_id: AgentId,
    agent_version: z.int(),
    batch_id: BatchId.nullable(),
    recipient_phone: z.string(),
    from_number: z.string().nullable(),
    variables: Variables,
    max_duration: z.int(),
    created_at: UnixSeconds,
    answered_at: UnixSeconds.nullable(),
    ended_at: UnixSeconds.nullable(),
    duration: z.int().nullable().meta({ description: 'Seconds from answer to end; 0 when never answered' }),
    answered_by: AnsweredBy.nullable(),
    end_reason: EndReason.nullable(),
    ended_by: EndedBy.nullable(),
    sip_code: z.int().nullable(),
    sentiment: Sentiment.nullable(),
    outcome: z.string().nullable(),
    recording_url: z.url().nullable(),
    recording_stereo_url: z.url().nullable(),
    latency: CallLatency.nullable(),
    cost: CallCost.nullable(),
    simulated: z.boolean().meta({ description: 'True when the simulated phone was rung and nobody real' }),
  })
  .meta({ id: 'CallSummary' });
export type CallSummary = z.infer<typeof CallSummary>;

export const CallDetail = CallSummary.extend({
  transcript: z.array(TranscriptTurn).nullable(),
  summary: z.string().nullable(),
  analysis: CallAnalysis.nullable(),
}).meta({ id: 'Call' });
export type CallDetail = z.infer<typeof CallDetail>;

export const PlaceCall = z
  .strictObject({
    agent_id: ReferencedId,
    recipient_phone: PhoneNumber,
    variables: Variables.optional(),
    from_number: PhoneNumber.optional().meta({ description: 'Caller id: a number of the account' }),
    max_duration: z.int().min(1).max(14_400).optional().meta({ description: "Seconds; the agent's when left out" }),
  })
  .meta({ id: 'PlaceCall' });
export type PlaceCall = z.infer<typeof PlaceCall>;

export const PlacedCall = z
  .object({
    call_id: CallId,
    status: CallStatus,
    agent_id: AgentId,
    recipient_phone: PhoneNumber,
    created_at: UnixSeconds,
  })
  .meta({ id: 'PlacedCall' });
export type PlacedCall = z.infer<typeof PlacedCall>;

export const ListCalls = z
  .strictObject({
    limit: queryInteger({ min: 1, max: 100 }).optional().meta({ description: 'Default 20' }),
    offset: queryInteger({ min: 0, max: 1_000_000_000 }).optional().meta({ description: 'Default 0' }),
    status: CallStatus.optional(),
    agent_id: ReferencedId.optional(),
    from: queryInteger({ min: 0, max: 253_402_300_799 }).optional().meta({ description: 'Unix seconds, inclusive' }),
    to: queryInteger({ min: 0, max: 253_402_300_799 }).optional().meta({ description: 'Unix seconds, exclusive' }),
  })
  .refine((query) => query.from === undefined || query.to === undefined || query.from <= query.to, {
    path: ['from'],
    message: 'must not be after `to`',
  })
  .meta({ id: 'ListCalls' });
export type ListCalls = z.infer<typeof ListCalls>;

export const CallPage = z
  .object({
    data: z.array(CallSummary),
    total: z.int().meta({ description: 'Counts up to 10 000; see total_exact' }),
    total_exact: z.boolean(),
    limit: z.int(),
    offset: z.int(),
    has_more: z.boolean(),
  })
  .meta({ id: 'CallPage' });
export type CallPage = z.infer<typeof CallPage>;
