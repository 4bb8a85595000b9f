import { z } from 'zod';
import { NewAgent } from './agent.ts';
import { CallPhase, EndReason, TranscriptTurn } from './call.ts';
import { ErrorBody } from './error.ts';
import { CallId, ReferencedId, TransferTo, Variables } from './text.ts';
import { CANNOT_REFER, cannotRefer, givenTransferWayFields, transferWayFields } from './transfer-tool.ts';

/**
 * The WebSocket of live audio. Binary messages are frames of 10 ms, 16-bit little-endian mono PCM at the rate that `talk`
 * or `listen` named, both ways. Text messages are JSON: commands to the service, and messages from it.
 */
export const LIVE_PATH = '/dashboard/live';

/** Of one binary message. */
export const LIVE_FRAME_MS = 10;

const SampleRate = z
  .literal([8000, 16_000])
  .optional()
  .meta({ description: 'Samples a second of the binary frames, both ways', default: 16_000 });

const WhisperText = z.string().min(1).max(1000).regex(/\S/, 'must not be blank').meta({
  description: 'A hint for the agent, which the caller does not hear. `say: …` makes the built-in script say the words',
});

/** Transfers a live call to a number, or has the person who answers there join it. */
export const TransferCall = z
  .strictObject({
    to: TransferTo,
    ...givenTransferWayFields,
  })
  .refine((way) => !cannotRefer(way), { path: ['method'], error: CANNOT_REFER })
  .meta({ id: 'TransferCall' });
export type TransferCall = z.infer<typeof TransferCall>;
/** As a request gives it: what is left out has its default. */
export type TransferCallRequest = z.input<typeof TransferCall>;

/** Changes who talks in a live call. */
export const UpdateCall = z
  .strictObject({
    on_hold: z.boolean().optional().meta({
      description:
        'true: the person hears `waiting_sound`, and neither hears the agent nor is heard by it, which stands still; false: the agent goes on where it was. As often as you like',
    }),
    waiting_sound: transferWayFields.waiting_sound.optional().meta({
      description: 'What the person hears on hold',
      default: 'music',
    }),
    agent_present: z.literal(false).optional().meta({
      description:
        'false: the agent leaves a conference, and the person and the one who joined go on as after a transfer. It does not come back',
    }),
  })
  .meta({ id: 'UpdateCall' });
export type UpdateCall = z.infer<typeof UpdateCall>;

/** Whispers to the agent of a live call. */
export const Whisper = z.strictObject({ text: WhisperText }).meta({ id: 'Whisper' });
export type Whisper = z.infer<typeof Whisper>;

/** What a client may send, by its `type`. The first command is `talk` or `listen`; a socket carries one call. */
export const liveCommands = {
  /** Begins a call between this client and an agent. Needs calls:write. */
  talk: z.strictObject({
    type: z.literal('talk'),
    agent_id: ReferencedId.meta({ description: 'The agent to talk with; it may be inactive' }),
    settings: NewAgent.optional().meta({
      description:
        'All settings of the agent as they are not published yet, for this call alone; no version is made of them',
    }),
    variables: Variables.optional(),
    sample_rate: SampleRate,
  }),
  /** Hears both sides of a call. Needs calls:read; everything further needs calls:write. */
  listen: z.strictObject({ type: z.literal('listen'), call_id: ReferencedId, sample_rate: SampleRate }),
  whisper: z.strictObject({ type: z.literal('whisper'), text: WhisperText }),
  /** From now on this client talks with the caller, and the agent is silent. */
  take_over: z.strictObject({ type: z.literal('take_over') }),
  /** The agent goes on. */
  give_back: z.strictObject({ type: z.literal('give_back') }),
  hang_up: z.strictObject({ type: z.literal('hang_up') }),
  /** A key that this client presses in its own call. */
  dtmf: z.strictObject({
    type: z.literal('dtmf'),
    digit: z.string().regex(/^[0-9A-D*#]$/, 'is one key: 0-9, A-D, * or #'),
  }),
};
export type LiveCommand = {
  [Type in keyof typeof liveCommands]: z.infer<(typeof liveCommands)[Type]>;
}[keyof typeof liveCommands];

/**
 * The agent uses a tool: sent when it begins, with neither result nor duration, and again with its result, just before
 * its turn. The same `start` and name are the same use.
 */
const LiveTool = z.object({
  type: z.literal('tool'),
  tool: z.object({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    result: z.string().nullable().meta({ description: 'What the model is given; null while there is none' }),
    error: z.boolean().meta({ description: 'It failed; the result says why' }),
  }),
  start: z.number().min(0).meta({ description: 'Seconds from answer' }),
  duration: z.number().min(0).nullable().meta({ description: 'Seconds; null while it runs' }),
});
export type LiveTool = z.infer<typeof LiveTool>;

/** What the service sends as text. */
export const LiveMessage = z.discriminatedUnion('type', [
  /** The call that this socket carries from now on. */
  z.object({ type: z.literal('call'), call_id: CallId }),
  z.object({ type: z.literal('phase'), phase: CallPhase }),
  /** A turn is complete. Those from before this client came are sent first. */
  z.object({ type: z.literal('turn'), turn: TranscriptTurn }),
  LiveTool,
  /** What the caller is saying, as far as it is understood; empty when it became a turn, or nothing. */
  z.object({ type: z.literal('hearing'), text: z.string() }),
  /** Who talks with the caller; `is_me`: this client does. */
  z.object({ type: z.literal('floor'), holder: z.enum(['agent', 'supervisor']), is_me: z.boolean() }),
  /** The person was put on hold at the live desk, or is no more. */
  z.object({ type: z.literal('hold'), on_hold: z.boolean() }),
  /** What was sent and has not been played yet shall not be played. */
  z.object({ type: z.literal('clear') }),
  /** The agent has pressed these keys. */
  z.object({ type: z.literal('digits'), digits: z.string() }),
  /** A command was refused; the socket stays open. */
  z.object({ type: z.literal('error'), command: z.string().nullable(), error: ErrorBody.shape.error }),
  /** The call is over; the socket closes. */
  z.object({ type: z.literal('ended'), end_reason: EndReason.nullable() }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;

/** Why the service closes a socket (RFC 6455, section 7.4). */
export const liveCloseCodes = {
  /** The call is over. */
  ended: 1000,
  /** The service stops. */
  goingAway: 1001,
  /** A message that is neither a frame of 10 ms nor a known command. */
  malformed: 4400,
  /** The session is over, or the key was revoked. */
  unauthorized: 4401,
  /** No sign of life for 30 s. */
  silent: 4408,
} as const;
