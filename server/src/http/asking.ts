import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { clientNetwork, clientOf } from './client-network.ts';

/** What is known of a request before it is authenticated. */
export interface Asking {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The host that was asked for, with its port; behind a trusted proxy the one that the proxy was asked for. */
  readonly host: string;
  /** Where it comes from, for people. */
  readonly address: string;
  /** The network it comes from, by which requests are counted. */
  readonly client: string;
  /** The way between the browser and us, or the proxy in front of us, is encrypted. */
  readonly isSecure: boolean;
}

const isEncryptedPage = ({ origin }: IncomingHttpHeaders) => origin?.startsWith('https://') ?? false;

export function asking(request: FastifyRequest): Asking {
  const { method, headers, host, ip } = request;
  const isSecure = request.protocol === 'https' || isEncryptedPage(headers);
  return { method, headers, host, address: ip, client: clientOf(request), isSecure };
}

/** Of a request to become a WebSocket, which Fastify does not see. */
export function askingToUpgrade({ method, headers, socket }: IncomingMessage): Asking {
  const address = socket.remoteAddress ?? '';
  return {
    method: method ?? 'GET',
    headers,
    host: headers.host ?? '',
    address,
    client: clientNetwork(address),
    isSecure: isEncryptedPage(headers),
  };
}
