import { z } from 'zod';
import { callerFields } from './caller-identity.ts';

/** What every event of a call says of it. https://developers.telnyx.com/docs/voice/programmable-voice/voice-api-webhooks */
const called = {
  call_control_id: z.string(),
  connection_id: z.coerce.string().nullish(),
  client_state: z.string().nullish(),
};

const event = <Type extends string, Payload extends z.ZodRawShape>(type: Type, payload: Payload) =>
  z.object({ event_type: z.literal(type), payload: z.object({ ...called, ...payload }) });

const CallEvent = z.discriminatedUnion('event_type', [
  event('call.initiated', {
    direction: z.enum(['incoming', 'outgoing']),
    to: z.string(),
    from: z.string(),
    ...callerFields,
  }),
  event('call.answered', {}),
  event('call.hangup', { hangup_cause: z.string().nullish(), sip_hangup_cause: z.coerce.string().nullish() }),
  event('streaming.failed', { failure_reason: z.string().nullish() }),
]);
export type CallEvent = z.infer<typeof CallEvent>;

/** Null for what says nothing of a call's course: keys come with the audio, and more kinds of events may come. */
export function readCallEvent(text: string): CallEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return z.object({ data: CallEvent }).safeParse(value).data?.data ?? null;
}
