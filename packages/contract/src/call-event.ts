import { z } from 'zod';
import { Batch } from './batch.ts';
import { CallPhase, CallStatus, EndedBy, EndReason, LineFigures, Sentiment, TranscriptTurn } from './call.ts';
import { AgentId, BatchId, CallId, queryInteger, ReferencedId } from './text.ts';

/** Finer than elsewhere: within one second a call is dialled, rings and is answered. */
const At = z.number().min(0).meta({ description: 'Unix time in seconds, with millisecond precision' });

const CallReference = z.object({
  call_id: CallId.meta({ description: 'The call' }),
  agent_id: AgentId.meta({ description: 'The agent that talks' }),
  batch_id: BatchId.nullable().meta({ description: 'The batch that the call belongs to' }),
  at: At,
});

export const CallStateChange = CallReference.extend({
  direction: z.enum(['outbound', 'inbound']).meta({ description: 'outbound: placed by the agent' }),
  recipient_phone: z.string().meta({ description: 'The number that was called' }),
  from_number: z.string().nullable().meta({ description: 'The number that called; null when it was withheld' }),
  from: CallPhase.nullable().meta({ description: 'Where the call was; null when it has just begun' }),
  to: CallPhase.meta({ description: 'Where the call is now: analyzing when it is over and not analyzed yet' }),
  status: CallStatus,
  end_reason: EndReason.nullable().meta({ description: 'Why it ended; null while it lasts' }),
  ended_by: EndedBy.nullable().meta({ description: 'Who ended it; null while it lasts' }),
  sip_code: z.int().nullable().meta({ description: 'The SIP response that brought the change, where there was one' }),
}).meta({ id: 'CallStateChange', description: 'A call has moved on' });

export const CallTurnSpoken = CallReference.extend({
  number: z.int().min(1).meta({
    description: 'Counts the turns of the call as they became known: a turn that was interrupted may come late',
  }),
  turn: TranscriptTurn.meta({ description: 'As it will stand in the transcript' }),
}).meta({ id: 'CallTurnSpoken', description: 'A turn is complete: spoken, interrupted, or a tool that was used' });

export const CallToolStarted = CallReference.extend({
  tool: z
    .object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })
    .meta({ description: 'What is used, and with which arguments' }),
  start: z.number().min(0).meta({
    description: 'Seconds from answer; the turn that follows with its result has the same `start` and tool',
  }),
}).meta({ id: 'CallToolStarted', description: 'The agent uses a tool, whose result is not there yet' });

export const CallAnalyzed = CallReference.extend({
  status: CallStatus,
  end_reason: EndReason,
  outcome: z.string().nullable().meta({ description: 'How it went' }),
  sentiment: Sentiment.nullable().meta({ description: 'How the person sounded; null when they said nothing' }),
}).meta({ id: 'CallAnalyzed', description: 'Summary, sentiment and outcome are written: nothing changes any more' });

export const CallControlAction = z
  .enum([
    'listening_started',
    'listening_ended',
    'whispered',
    'taken_over',
    'given_back',
    'held',
    'resumed',
    'agent_released',
    'transfer_requested',
    'hangup_requested',
  ])
  .meta({ id: 'CallControlAction', description: 'What a person did with a live call' });
export type CallControlAction = z.infer<typeof CallControlAction>;

export const CallControl = CallReference.extend({
  action: CallControlAction,
  by: z
    .object({
      type: z.enum(['key', 'user', 'softphone', 'operator', 'system']).meta({ description: 'What acted' }),
      id: z.string().nullable().meta({ description: 'The key, the user or the softphone; null for others' }),
    })
    .meta({ description: 'Who did it' }),
  text: z.string().nullable().meta({ description: 'The hint of a whisper; null for everything else' }),
}).meta({
  id: 'CallControl',
  description:
    'A person listened in, whispered, took over, gave back, put on hold, resumed, transferred, sent the agent away or hung up',
});

export const StreamReset = z
  .object({
    reason: z.enum(['expired', 'unknown']).meta({
      description:
        'expired: events after the given id are not kept any more; unknown: the id is none of this installation',
    }),
  })
  .meta({
    id: 'StreamReset',
    description: 'What came after the given id is not available. Read anew what you show; the stream goes on from here',
  });

function eventOf<Name extends string, Data extends z.ZodType>(event: Name, data: Data) {
  return z.object({
    id: z.int().min(0).meta({ description: 'Grows from event to event, with gaps' }),
    event: z.literal(event),
    data,
  });
}

const callEvents = [
  eventOf('call.state', CallStateChange).meta({ id: 'CallStateEvent' }),
  eventOf('call.turn', CallTurnSpoken).meta({ id: 'CallTurnEvent' }),
  eventOf('call.tool', CallToolStarted).meta({ id: 'CallToolEvent' }),
  eventOf('call.analyzed', CallAnalyzed).meta({ id: 'CallAnalyzedEvent' }),
  eventOf('call.control', CallControl).meta({ id: 'CallControlEvent' }),
] as const;

/** One thing that happened to a call. */
export const CallEvent = z
  .discriminatedUnion('event', callEvents)
  .meta({ id: 'CallEvent', description: 'What happened to a call; `event` tells what `data` is' });
export type CallEvent = z.infer<typeof CallEvent>;

/** What the stream sends. */
export const StreamEvent = z
  .discriminatedUnion('event', [
    ...callEvents,
    eventOf('batch.progress', Batch).meta({ id: 'BatchProgressEvent' }),
    eventOf('reset', StreamReset).meta({ id: 'StreamResetEvent' }),
  ])
  .meta({ id: 'StreamEvent', description: 'One event of GET /events; `event` tells what `data` is' });
export type StreamEvent = z.infer<typeof StreamEvent>;

export const StreamEventType = z.enum([
  'call.state',
  'call.turn',
  'call.tool',
  'call.analyzed',
  'call.control',
  'batch.progress',
]);
export type StreamEventType = z.infer<typeof StreamEventType>;

const TYPES = `must be names of events with commas between them: ${StreamEventType.options.join(', ')}`;
const TYPE = `(${StreamEventType.options.map((type) => type.replace('.', '\\.')).join('|')})`;
/** As many digits as a number keeps. */
const LARGEST_ID = 999_999_999_999_999;

export const StreamEvents = z
  .strictObject({
    last_event_id: queryInteger({ min: 0, max: LARGEST_ID }).optional().meta({
      description:
        'Go on after this event; for programs that cannot send the header `Last-Event-ID`, which counts before it. Left out: from now on',
    }),
    call_id: ReferencedId.optional().meta({ description: 'Events of this call' }),
    types: z
      .string()
      .regex(new RegExp(`^${TYPE}(,${TYPE})*$`), TYPES)
      .optional()
      .meta({ description: 'Names of events with commas between them; left out: all', examples: ['call.state'] }),
  })
  .meta({ id: 'StreamEvents' });
export type StreamEvents = z.infer<typeof StreamEvents>;

export const CallEventList = z
  .object({
    data: z.array(CallEvent).meta({ description: 'In the order in which they happened' }),
    total: z.int().meta({ description: 'How many there are' }),
    line: LineFigures.nullable().meta({
      description: 'What the network did to the audio; null until the call ends, and when it was not answered',
    }),
  })
  .meta({ id: 'CallEventList' });
export type CallEventList = z.infer<typeof CallEventList>;
