import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_PATH, liveCloseCodes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Logger } from '../../kernel/logger.ts';
import type { Principal } from '../../kernel/principal.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { askingToUpgrade } from '../asking.ts';
import type { Authentication } from '../authentication.ts';
import { answerByHand } from '../broken-request.ts';
import { refuseForeignPageIfAny } from '../own-origin.ts';
import type { UpgradePath } from '../upgrades.ts';
import type { LiveDependencies } from './live-session.ts';
import { LiveSocket } from './live-socket.ts';

/** A prompt of 200 000 characters comes with `talk`; everything else is small. */
const LONGEST_MESSAGE_BYTES = 1024 * 1024;
const MOST_SOCKETS_OF_ACCOUNT = 200;
/** A client that does not answer our close is not waited for when the service stops. */
const CLOSE_MS = 500;

export interface LiveOptions {
  authentication: Authentication;
  dependencies: LiveDependencies;
  publicUrl(): string;
  log: Logger;
}

/** Live audio over WebSockets. */
export function registerLive(app: FastifyInstance, options: LiveOptions): UpgradePath {
  const { authentication, dependencies, log } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE_BYTES, perMessageDeflate: false });
  const open = new Map<LiveSocket, string>();
  app.addHook('preClose', async () => {
    const closed = [...sockets.clients].map((socket) => closeInTime(socket));
    await Promise.all(closed);
  });
  return { matches: (path) => path === LIVE_PATH, admit: (...upgrade) => void admit(...upgrade) };

  async function admit(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const asking = askingToUpgrade(request);
    const authenticate = () => authentication.authenticateUpgrade(request);
    try {
      // Pages of other sites may open a WebSocket here; no program has an Origin.
      refuseForeignPageIfAny(asking, options.publicUrl());
      const principal = await authenticate();
      authentication.permit(principal, 'calls:read');
      authentication.count(principal);
      refuseTooMany(principal, open.values());
      sockets.handleUpgrade(request, stream, head, (socket) => begin(socket, principal, authenticate));
    } catch (error) {
      answerByHand(refusalOf(error), stream, authentication.anonymousRate(asking.client));
    }
  }

  function begin(socket: WebSocket, { accountId }: Principal, authenticate: () => Promise<Principal>): void {
    const live = new LiveSocket(socket, {
      dependencies,
      authenticate,
      permit: (principal, permission) => authentication.permit(principal, permission),
      log,
    });
    open.set(live, accountId);
    socket.on('close', () => open.delete(live));
  }

  function refusalOf(error: unknown): RequestError {
    if (error instanceof RequestError) return error;
    log.error({ err: error }, 'a live socket could not be opened');
    return new RequestError('server_error', 'Something failed on our side. Try again.');
  }
}

function refuseTooMany({ accountId }: Principal, accounts: Iterable<string>): void {
  const count = [...accounts].filter((account) => account === accountId).length;
  if (count < MOST_SOCKETS_OF_ACCOUNT) return;
  throw new RequestError('rate_limited', `An account may have ${MOST_SOCKETS_OF_ACCOUNT} live sockets at once.`);
}

async function closeInTime(socket: WebSocket): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const timer = setTimeout(() => socket.terminate(), CLOSE_MS);
  socket.close(liveCloseCodes.goingAway, 'the service stops');
  await closed;
  clearTimeout(timer);
}
