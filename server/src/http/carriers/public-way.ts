import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { WAY_PATH, type WayProof } from '../../carriers/public-way/way-proof.ts';
import { type RateState, RequestError } from '../../kernel/request-error.ts';
import { askingToUpgrade } from '../asking.ts';
import { answerByHand } from '../broken-request.ts';
import { checkedParams } from '../parameters.ts';
import type { UpgradePath } from '../upgrades.ts';

const nothingHere = () => new RequestError('not_found', 'There is nothing at this address.');

/** Tells a test of this service how its request came. */
export function registerPublicWay(app: FastifyInstance, proof: WayProof): void {
  app.get(`${WAY_PATH}/:token/*`, async (request, reply) => {
    const { token = '' } = checkedParams(request.params);
    if (!proof.accepts(token)) throw nothingHere();
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(request.raw.url);
  });
}

interface PublicWaySocketOptions {
  proof: WayProof;
  anonymousRate(client: string): RateState;
}

/** The same for WebSockets: the token comes back over it. */
export function publicWaySocket({ proof, anonymousRate }: PublicWaySocketOptions): UpgradePath {
  const pattern = new RegExp(`^${WAY_PATH}/([A-Za-z0-9_-]{1,200})$`);
  const tokenOf = (path: string) => pattern.exec(path)?.[1];
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  return {
    matches: (path) => tokenOf(path) !== undefined,
    admit(request, stream, head) {
      const token = tokenOf((request.url ?? '').split('?')[0]!) ?? '';
      if (!proof.accepts(token)) {
        answerByHand(nothingHere(), stream, anonymousRate(askingToUpgrade(request).client));
        return;
      }
      sockets.handleUpgrade(request, stream, head, (socket) => {
        socket.on('error', () => socket.terminate());
        socket.send(token, () => socket.close());
      });
    },
  };
}
