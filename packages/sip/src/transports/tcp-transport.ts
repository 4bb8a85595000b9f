import { connect, createServer } from 'node:net';
import { type StreamSockets, StreamTransport, type StreamTransportOptions } from './stream-transport.ts';
import type { HostPort, Receive } from './transport.ts';

const tcpSockets: StreamSockets = {
  protocol: 'tcp',
  openEvent: 'connect',
  createServer: (onSocket) => createServer(onSocket),
  connect: ({ host, port }, localAddress) => connect({ host, port, ...(localAddress ? { localAddress } : {}) }),
  report: () => ({ tls: null }),
};

/** SIP over TCP. Port 0 takes any. Rejects with ListenError. */
export function openTcpTransport(
  local: HostPort,
  receive: Receive,
  options: StreamTransportOptions = {},
): Promise<StreamTransport> {
  return StreamTransport.open(tcpSockets, local, receive, options);
}
