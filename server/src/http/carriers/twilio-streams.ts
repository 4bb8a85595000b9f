import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { TWILIO_PATH, type TwilioDoor } from '../../carriers/twilio/twilio-door.ts';
import { type RateState, RequestError } from '../../kernel/request-error.ts';
import { askingToUpgrade } from '../asking.ts';
import { answerByHand } from '../broken-request.ts';
import type { UpgradePath } from '../upgrades.ts';

/** 20 ms of µ-law in base64 is 214 bytes; `start` is the longest. */
const LONGEST_MESSAGE_BYTES = 64 * 1024;
const PATH = new RegExp(`^${TWILIO_PATH}/calls/([A-Za-z0-9_-]{1,64})/media$`);

const callOf = (path: string) => PATH.exec(path)?.[1];

/** The sound of calls at Twilio, which opens a WebSocket for each. */
export function twilioStreams(
  app: FastifyInstance,
  { door, anonymousRate }: { door: TwilioDoor; anonymousRate(client: string): RateState },
): UpgradePath {
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
      const refusal = new RequestError('not_found', 'No call waits for its sound at this address.');
      answerByHand(refusal, stream, anonymousRate(askingToUpgrade(request).client));
    },
  };
}
