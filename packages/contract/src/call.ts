import { z } from 'zod';
import { AppliedOverrides, CallOverrides } from './agent.ts';
import { CallCost } from './call-cost.ts';
import { CallerIdentity } from './caller-identity.ts';
import { TurnSource } from './document.ts';
import { pageFields } from './page.ts';
import {
  AgentId,
  BatchId,
  CallId,
  Metadata,
  PhoneNumber,
  queryInteger,
  queryUnixSeconds,
  ReferencedId,
  UnixSeconds,
  Variables,
} from './text.ts';

export const CallStatus = z
  .enum(['initiated', 'active', 'completed', 'failed'])
  .meta({ id: 'CallStatus', description: 'Moves initiated → active → completed or failed, or initiated → failed' });
export type CallStatus = z.infer<typeof CallStatus>;

export const CallPhase = z
  .enum(['queued', 'dialing', 'ringing', 'talking', 'transferring', 'ending', 'analyzing', 'ended'])
  .meta({ id: 'CallPhase', description: 'Where a call is, finer than its status; ended: nothing changes any more' });
export type CallPhase = z.infer<typeof CallPhase>;

export const EndReason = z
  .enum([
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
  ])
  .meta({ id: 'EndReason', description: 'Why a call ended' });
export type EndReason = z.infer<typeof EndReason>;

export const EndedBy = z.enum(['agent', 'user', 'system']).meta({ id: 'EndedBy' });
export const AnsweredBy = z.enum(['human', 'voicemail', 'ivr', 'unknown']).meta({ id: 'AnsweredBy' });
export type AnsweredBy = z.infer<typeof AnsweredBy>;
export const Sentiment = z.enum(['positive', 'neutral', 'negative']).meta({ id: 'Sentiment' });
export type Sentiment = z.infer<typeof Sentiment>;

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
const Position = z.number().min(0).meta({ description: 'Seconds from answer, with millisecond precision' });

export const TranscriptWord = z
  .object({ text: z.string().meta({ description: 'The word' }), start: Position, end: Position })
  .meta({ id: 'TranscriptWord' });

const StageName = z.enum(['endpointing', 'recognition', 'model', 'synthesis', 'playout']).meta({
  description:
    'endpointing: deciding that the caller has finished; recognition: the last change of their words; model: to its first text; synthesis: to the first audio; playout: until that audio left',
});

/** One stage of a response, in milliseconds after the end of the caller's speech. */
const ResponseStage = z
  .object({
    stage: StageName,
    start_ms: z.int().meta({
      description: "After the end of the caller's speech; negative where the reply was prepared before it",
    }),
    end_ms: z.int().meta({ description: "After the end of the caller's speech" }),
  })
  .meta({ id: 'ResponseStage' });

export const TurnResponse = z
  .object({
    response_ms: z.int().meta({ description: "From the end of the caller's speech to the agent's first audio" }),
    speculated: z.boolean().meta({
      description: 'Whether the reply was begun before the caller was known to have finished',
    }),
    stages: z.array(ResponseStage).meta({ description: 'Where the time went; stages overlap' }),
  })
  .meta({ id: 'TurnResponse', description: 'How fast the agent answered with this turn' });

export const TranscriptTurn = z
  .object({
    role: z.enum(['agent', 'user', 'tool']).meta({ description: 'Who: user is the person on the telephone' }),
    text: z.string().meta({ description: 'For the agent: what was sent as audio before the other side interrupted' }),
    start: Position,
    end: Position,
    interrupted: z.boolean().meta({ description: 'Whether the other side spoke before it was said in full' }),
    leg: z.int().min(1).optional().meta({
      description:
        'Who spoke in a conference, of a turn whose role is user: the leg of the one who joined, as in the diagnosis; left out: the person, whose leg is 0',
    }),
    unintelligible: z
      .literal(true)
      .optional()
      .meta({ description: 'The person spoke, and no words were made out: the text is empty' }),
    language: z.string().optional().meta({
      description: 'What it was spoken in, as a BCP 47 tag, where that is known',
    }),
    generated_text: z.string().optional().meta({ description: 'What the model had written, where it differs' }),
    words: z.array(TranscriptWord).optional().meta({ description: 'Word by word, where the recognizer tells' }),
    tool: z
      .object({
        name: z.string(),
        arguments: z.record(z.string(), z.unknown()),
        result: z.string().optional(),
        error: z.literal(true).optional().meta({ description: 'It failed; the result says why' }),
      })
      .optional()
      .meta({ description: 'What was used, of a turn whose role is tool' }),
    response: TurnResponse.optional(),
    sources: z
      .array(TurnSource)
      .optional()
      .meta({ description: "Of the agent's documents, what it had before it when it said this" }),
  })
  .meta({ id: 'TranscriptTurn' });
export type TranscriptTurn = z.infer<typeof TranscriptTurn>;

export const CallAnalysis = z
  .object({
    method: z
      .enum(['rules', 'model'])
      .meta({ description: 'Who wrote summary, sentiment and outcome: plain rules, or a language model' }),
    warnings: z.array(z.string()).meta({ description: 'What did not go as configured, in words' }),
    data: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        "What was read out of the call by the agent's `extraction`, and is valid by it; null where there is none, or where a warning says why not",
    }),
  })
  .meta({ id: 'CallAnalysis' });
export type CallAnalysis = z.infer<typeof CallAnalysis>;

const StageLatency = z
  .object({
    stage: StageName,
    p50_ms: z.int().meta({ description: 'In half of the turns it took no longer' }),
    p95_ms: z.int().meta({ description: 'In 19 of 20 turns it took no longer' }),
  })
  .meta({ id: 'StageLatency' });

export const CallLatency = z
  .object({
    turn_p50_ms: z.int().meta({ description: 'Half of the turns were answered within this time' }),
    turn_p95_ms: z.int().meta({ description: '19 of 20 turns were answered within this time' }),
    turns: z.int().meta({ description: 'How many turns were measured' }),
    stages: z
      .array(StageLatency)
      .meta({ description: 'How long each stage took; they overlap. Empty where no turn has stages' }),
  })
  .meta({
    id: 'CallLatency',
    description: "From the end of the caller's speech to the first audio of the agent, measured on the audio itself",
  });

export type CallLatency = z.infer<typeof CallLatency>;

export const LineFigures = z
  .object({
    packets_sent: z.int().meta({ description: 'RTP packets to the other side; 50 a second' }),
    packets_received: z.int().meta({ description: 'RTP packets from the other side' }),
    packets_lost: z.int().meta({ description: 'Packets that never came' }),
    packets_late: z.int().meta({ description: 'Packets that came too late to be heard' }),
    concealed_frames: z.int().meta({ description: 'Frames of 20 ms that were made up for missing ones' }),
    recovered_frames: z.int().meta({
      description:
        'Frames of 20 ms of packets that were lost or late, taken from the packet behind them: forward error correction of Opus. None of concealed_frames',
    }),
    jitter_ms: z.number().meta({ description: 'How unevenly packets came, in milliseconds (RFC 3550)' }),
    mos: z.number().meta({ description: 'Listening quality from 1 (bad) to 4.5 (a perfect line), by the E-model' }),
  })
  .meta({ id: 'LineFigures', description: 'What the network did to the audio' });

/** One call in a list: the detail without transcript, summary and analysis. */
export const CallSummary = z
  .object({
    call_id: CallId.meta({ description: 'Identifier of the call' }),
    status: CallStatus,
    phase: CallPhase,
    direction: z.enum(['outbound', 'inbound']).meta({ description: 'outbound: placed by the agent' }),
    channel: z.enum(['phone', 'browser']).meta({
      description:
        'browser: a person talked with the agent from the dashboard; the call is inbound, its recipient_phone a number of the agent or the account, its from_number null',
    }),
    agent_id: AgentId.meta({ description: 'The agent that talks' }),
    agent_version: z.int().meta({ description: 'Its version when the call was created' }),
    batch_id: BatchId.nullable().meta({ description: 'The batch that the call belongs to' }),
    recipient_phone: z.string().meta({ description: 'The number that was called' }),
    from_number: z.string().nullable().meta({ description: 'The number that called; null when it was withheld' }),
    variables: Variables.meta({ description: 'What the request gave for this call' }),
    metadata: Metadata.meta({ description: 'What the request gave to know the call by; empty for an inbound call' }),
    max_duration: z.int().meta({ description: 'Longest duration in seconds' }),
    created_at: UnixSeconds,
    answered_at: UnixSeconds.nullable().meta({ description: 'Unix seconds; null while unanswered' }),
    ended_at: UnixSeconds.nullable().meta({ description: 'Unix seconds; null while it lasts' }),
    duration: z
      .int()
      .nullable()
      .meta({ description: 'Seconds from answer to end; 0 when never answered, null while it lasts' }),
    answered_by: AnsweredBy.nullable().meta({ description: 'Who answered, as far as it was heard' }),
    end_reason: EndReason.nullable().meta({ description: 'Why it ended; null while it lasts' }),
    ended_by: EndedBy.nullable().meta({ description: 'Who ended it; null while it lasts' }),
    transferred_to: z.string().nullable().meta({
      description:
        'The number that the person was connected with by a transfer, the last one of several; null: with none',
    }),
    sip_code: z.int().nullable().meta({
      description:
        'Final SIP response, where there was one: 200 answered, 486 busy, 603 declined, 480 unavailable, 404 no such number, 487 given up before the answer',
    }),
    sentiment: Sentiment.nullable().meta({ description: 'How the person sounded; null when they said nothing' }),
    outcome: z
      .string()
      .nullable()
      .meta({
        description: `${standardOutcomes.map((outcome) => `\`${outcome}\``).join(', ')}, or a label of the agent's own; null until the call is analyzed`,
      }),
    recording_url: z
      .url()
      .nullable()
      .meta({ description: 'Both sides mixed, as WAV. Signed, valid for 24 h, fresh at each read' }),
    recording_stereo_url: z
      .url()
      .nullable()
      .meta({ description: 'The person left, the agent right, as WAV. Signed, valid for 24 h, fresh at each read' }),
    latency: CallLatency.nullable().meta({ description: 'How fast the agent answered' }),
    cost: CallCost.nullable().meta({
      description:
        'What providers and the telephone network charge for it, by the table of prices; null while it lasts',
    }),
    simulated: z.boolean().meta({ description: 'True when the simulated phone was rung and no real telephone' }),
  })
  .meta({ id: 'CallSummary', description: 'A call in a list: without transcript, summary and analysis' });
export type CallSummary = z.infer<typeof CallSummary>;

export const CallDetail = CallSummary.extend({
  overrides: AppliedOverrides.nullable().meta({
    description: 'What was different from the agent for this call; null: nothing was',
  }),
  caller_identity: CallerIdentity.nullable().meta({
    description:
      'What the trunk or the carrier of an inbound call says of the caller; null: nothing, or the call came by none',
  }),
  on_hold: z.boolean().meta({ description: 'Whether a person has put the call on hold: PATCH /calls/{call_id}' }),
  transcript: z.array(TranscriptTurn).nullable().meta({ description: 'What was said, in order; null until it ends' }),
  summary: z.string().nullable().meta({ description: 'In a few sentences; null until the call is analyzed' }),
  analysis: CallAnalysis.nullable().meta({ description: 'How the analysis was made; null until then' }),
}).meta({ id: 'Call', description: 'A call with everything known of it. What is not known yet is null, never absent' });
export type CallDetail = z.infer<typeof CallDetail>;

export const PlaceCall = z
  .strictObject({
    agent_id: ReferencedId.meta({ description: 'The agent that talks; it must be active' }),
    recipient_phone: PhoneNumber.meta({ description: 'Whom to call, in E.164 format' }),
    variables: Variables.optional().meta({
      description: "Values that replace {{name}} in the agent's texts, for this call",
    }),
    from_number: PhoneNumber.optional().meta({
      description: "Caller id: a number of the account. Left out: the agent's number, else the account's default",
    }),
    max_duration: z
      .int()
      .min(1)
      .max(14_400)
      .optional()
      .meta({ description: "Longest duration in seconds; left out: the agent's, which defaults to 1800" }),
    metadata: Metadata.optional().meta({
      description: 'Values of your own, which are returned with the call and never spoken. Beyond the specification',
    }),
    overrides: CallOverrides.optional().meta({
      description: 'Settings of the agent that are different for this call. Beyond the specification',
    }),
  })
  .meta({ id: 'PlaceCall' });
export type PlaceCall = z.infer<typeof PlaceCall>;
/** As a client writes it: what has a default may be left out. */
export type PlaceCallRequest = z.input<typeof PlaceCall>;

export const PlacedCall = z
  .object({
    call_id: CallId.meta({ description: 'Identifier of the call' }),
    status: z.literal('initiated').meta({ description: 'Always initiated here' }),
    agent_id: AgentId.meta({ description: 'The agent that talks' }),
    recipient_phone: PhoneNumber.meta({ description: 'The number that is called' }),
    created_at: UnixSeconds,
  })
  .meta({ id: 'PlacedCall' });
export type PlacedCall = z.infer<typeof PlacedCall>;

/** The beginning of an E.164 number, or a whole one. */
const PhonePrefix = z
  .string()
  .regex(/^\+[1-9][0-9]{0,14}$/, 'must be a number in E.164 format or the beginning of one, for example +1202');

export const CallFilters = z.strictObject({
  status: CallStatus.optional().meta({ description: 'Calls in this status' }),
  agent_id: ReferencedId.optional().meta({ description: 'Calls of this agent' }),
  batch_id: ReferencedId.optional().meta({ description: 'Calls of this batch' }),
  from: queryUnixSeconds().optional().meta({ description: 'Created at or after this time, in Unix seconds' }),
  to: queryUnixSeconds().optional().meta({ description: 'Created before this time, in Unix seconds' }),
  direction: z.enum(['outbound', 'inbound']).optional().meta({ description: 'outbound: placed by the agent' }),
  end_reason: EndReason.optional().meta({ description: 'Calls that ended for this reason' }),
  outcome: z.string().min(1).max(100).optional().meta({ description: 'Calls with this outcome' }),
  sentiment: Sentiment.optional().meta({ description: 'Calls in which the person sounded so' }),
  phone: PhonePrefix.optional().meta({
    description:
      'Calls with persons whose number is this, or begins with it: the recipient of an outbound call, the caller of an inbound one. Its + is written %2B in an address',
  }),
});
export type CallFilters = z.infer<typeof CallFilters>;

const isInOrder = (query: { from?: number | undefined; to?: number | undefined }) =>
  query.from === undefined || query.to === undefined || query.from <= query.to;
const OUT_OF_ORDER = { path: ['from'], message: 'must not be after `to`' };

export const ListCalls = z
  .strictObject({
    limit: queryInteger({ min: 1, max: 100 }).optional().meta({ description: 'Calls on a page', default: 20 }),
    offset: queryInteger({ min: 0, max: 1_000_000_000 }).optional().meta({ description: 'Calls to skip', default: 0 }),
    ...CallFilters.shape,
  })
  .refine(isInOrder, OUT_OF_ORDER)
  .meta({ id: 'ListCalls' });
export type ListCalls = z.infer<typeof ListCalls>;

export const ExportCalls = z
  .strictObject({
    format: z.enum(['json', 'csv']).optional().meta({
      description: 'csv: a line for each call, for spreadsheets; json: the calls as in GET /calls, with their summary',
      default: 'json',
    }),
    ...CallFilters.shape,
  })
  .refine(isInOrder, OUT_OF_ORDER)
  .meta({ id: 'ExportCalls' });
export type ExportCalls = z.infer<typeof ExportCalls>;

export const ExportedCall = CallSummary.extend({
  summary: z.string().nullable().meta({ description: 'In a few sentences; null until the call is analyzed' }),
}).meta({ id: 'ExportedCall', description: 'A call in an export: with its summary, without transcript' });
export type ExportedCall = z.infer<typeof ExportedCall>;

export const CallExport = z
  .object({ data: z.array(ExportedCall).meta({ description: 'Newest first, as many as there are' }) })
  .meta({ id: 'CallExport' });

export const CallPeaks = z
  .object({
    duration: z.number().meta({ description: 'Length of the recording in seconds' }),
    peaks: z.array(z.array(z.number())).meta({
      description:
        'Two lists of the same length, the person and the agent: the loudest sample of each stretch, from 0 to 1. At most 4 000 of them',
    }),
  })
  .meta({ id: 'CallPeaks', description: 'The shape of both sides of a recording, for drawing it' });
export type CallPeaks = z.infer<typeof CallPeaks>;

export const CallPage = z
  .object(pageFields(CallSummary, 'Calls that the filters let through'))
  .meta({ id: 'CallPage' });
export type CallPage = z.infer<typeof CallPage>;
