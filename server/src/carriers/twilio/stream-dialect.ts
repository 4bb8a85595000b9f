import { z } from 'zod';
import type { StreamDialect, StreamEvent } from '../media-stream/stream-dialect.ts';

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

function eventOf(message: z.infer<typeof StreamMessage>): StreamEvent[] {
  switch (message.event) {
    case 'connected':
      return [];
    case 'start': {
      const { accountSid, callSid } = message.start;
      // Twilio streams no other encoding: https://www.twilio.com/docs/voice/media-streams/websocket-messages#start-message
      return [
        { type: 'start', streamId: message.streamSid, call: { callId: callSid, account: accountSid, codec: 'PCMU' } },
      ];
    }
    case 'media':
      return [{ type: 'media', payload: Buffer.from(message.media.payload, 'base64') }];
    case 'dtmf':
      return [{ type: 'dtmf', digit: message.dtmf.digit }];
    case 'mark':
      return [{ type: 'mark', name: message.mark.name }];
    case 'stop':
      return [{ type: 'stop' }];
  }
}

export const twilioDialect: StreamDialect = {
  read(text) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return [];
    }
    const parsed = StreamMessage.safeParse(value);
    return parsed.success ? eventOf(parsed.data) : [];
  },
  addressed: (streamSid, message) => ({ streamSid, ...message }),
};
