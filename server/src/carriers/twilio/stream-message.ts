import { z } from 'zod';

/** What Twilio sends over a media stream. https://www.twilio.com/docs/voice/media-streams/websocket-messages */
const StreamMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('connected') }),
  z.object({
    event: z.literal('start'),
    streamSid: z.string(),
    start: z.object({
      accountSid: z.string(),
      callSid: z.string(),
      mediaFormat: z.object({ encoding: z.string(), sampleRate: z.number(), channels: z.number() }),
    }),
  }),
  z.object({ event: z.literal('media'), media: z.object({ track: z.string().optional(), payload: z.string() }) }),
  z.object({ event: z.literal('dtmf'), dtmf: z.object({ digit: z.string() }) }),
  z.object({ event: z.literal('mark'), mark: z.object({ name: z.string() }) }),
  z.object({ event: z.literal('stop') }),
]);
export type StreamMessage = z.infer<typeof StreamMessage>;
export type StreamStart = Extract<StreamMessage, { event: 'start' }>;

/** Null for what is not known: Twilio adds messages without a new version. */
export function readStreamMessage(text: string): StreamMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = StreamMessage.safeParse(value);
  return parsed.success ? parsed.data : null;
}
