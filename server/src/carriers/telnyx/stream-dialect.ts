import { z } from 'zod';
import type { StreamDialect, StreamEvent } from '../media-stream/stream-dialect.ts';
import { ChunkOrder } from './chunk-order.ts';

/** What Telnyx sends over a media stream. https://developers.telnyx.com/api-reference/websockets/stream-call-media-over-websocket */
const StreamMessage = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('start'),
    stream_id: z.string(),
    start: z.object({ call_control_id: z.string(), media_format: z.object({ encoding: z.string() }) }),
  }),
  z.object({ event: z.literal('media'), media: z.object({ chunk: z.coerce.number().int(), payload: z.string() }) }),
  z.object({ event: z.literal('dtmf'), dtmf: z.object({ digit: z.string() }) }),
  z.object({ event: z.literal('mark'), mark: z.object({ name: z.string() }) }),
  z.object({ event: z.literal('stop') }),
]);

/** Of one stream. What is sent needs no name of it: there is one for each WebSocket. */
export class TelnyxDialect implements StreamDialect {
  readonly #chunks = new ChunkOrder<StreamEvent>();

  read(text: string): readonly StreamEvent[] {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return [];
    }
    const parsed = StreamMessage.safeParse(value);
    return parsed.success ? this.#eventsOf(parsed.data) : [];
  }

  addressed(_streamId: string, message: object): object {
    return message;
  }

  #eventsOf(message: z.infer<typeof StreamMessage>): StreamEvent[] {
    switch (message.event) {
      case 'start': {
        const { call_control_id: callId, media_format: format } = message.start;
        return [
          { type: 'start', streamId: message.stream_id, call: { callId, account: null, codec: format.encoding } },
        ];
      }
      case 'media': {
        const { chunk, payload } = message.media;
        return this.#chunks.take(chunk, { type: 'media', payload: Buffer.from(payload, 'base64') });
      }
      case 'dtmf':
        return [{ type: 'dtmf', digit: message.dtmf.digit }];
      case 'mark':
        return [{ type: 'mark', name: message.mark.name }];
      case 'stop':
        return [{ type: 'stop' }];
    }
  }
}
