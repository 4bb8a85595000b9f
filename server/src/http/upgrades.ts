import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Requests that become WebSockets. */
export interface UpgradePath {
  /** `path`: without the query. */
  matches(path: string): boolean;
  admit(request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

/** Every other request to upgrade is a request like any other. */
export function takeUpgrades(app: FastifyInstance, paths: readonly UpgradePath[]): void {
  const pathFor = (request: IncomingMessage) => {
    const wanted = (request.url ?? '').split('?')[0]!;
    return paths.find(({ matches }) => matches(wanted));
  };
  // Without a listener Node ignores the wish to upgrade, as RFC 9110, section 7.8, permits; with a listener this
  // callback decides.
  Object.assign(app.server, { shouldUpgradeCallback: (request: IncomingMessage) => pathFor(request) !== undefined });
  app.server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    pathFor(request)?.admit(request, stream, head);
  });
}
