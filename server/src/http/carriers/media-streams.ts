import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { StreamDoor } from '../../carriers/media-stream/calls-by-key.ts';
import { type RateState, RequestError } from '../../kernel/request-error.ts';
import { askingToUpgrade } from '../asking.ts';
import { answerByHand } from '../broken-request.ts';
import type { UpgradePath } from '../upgrades.ts';

/** 20 ms of µ-law in base64 is 214 bytes; `start` is the longest. */
const LONGEST_MESSAGE_BYTES = 64 * 1024;
interface MediaStreamsOptions {
  /** Below which the carrier comes in: `/carriers/twilio`. */
  path: string;
  door: StreamDoor;
  anonymousRate(client: string): RateState;
}

/** The media of calls at a carrier, which opens a WebSocket for each. */
export function mediaStreams(
  app: FastifyInstance,
  { path: below, door, anonymousRate }: MediaStreamsOptions,
): UpgradePath {
  const pattern = new RegExp(`^${below}/calls/([A-Za-z0-9_-]{1,64})/media$`);
  const callOf = (path: string) => pattern.exec(path)?.[1];
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE_BYTES, perMessageDeflate: false });
  app.addHook('preClose', async () => {
    for (const socket of sockets.clients) socket.terminate();
  });
  return {
    matches: (path) => callOf(path) !== undefined,
    admit(request, stream, head) {
      const call = callOf((request.url ?? '').split('?')[0]!) ?? '';
      if (door.expects(call)) {
        sockets.handleUpgrade(request, stream, head, (socket) => {
          // Also of one that is closed at once: what it sends until then may be no WebSocket message.
          socket.on('error', () => socket.terminate());
          door.attach(call, socket);
        });
        return;
      }
      const refusal = new RequestError('not_found', 'No call waits for its audio at this address.');
      answerByHand(refusal, stream, anonymousRate(askingToUpgrade(request).client));
    },
  };
}
