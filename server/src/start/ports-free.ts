import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import type { Config } from './config.ts';

/** A port that the service needs is taken. Found out before anything is made, so that a start can simply be repeated. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';

  constructor(port: number, variable: string, cause: unknown) {
    super(`Port ${port} is taken by another program. Stop it, or choose another ${variable} for Parley.`, { cause });
  }
}

export interface NeededPort {
  protocol: 'tcp' | 'udp';
  host: string;
  port: number;
  /** The variable that chooses it. */
  variable: string;
  /** The variable that chooses the host; undefined where none does. */
  hostVariable: string | undefined;
}

export function neededPorts({ http, sip, phonePort }: Config): NeededPort[] {
  return [
    { protocol: 'tcp', host: http.host, port: http.port, variable: 'PORT', hostVariable: 'PARLEY_HOST' },
    ...sipPorts(sip, sip.host, 'PARLEY_SIP_HOST'),
    ...(sip.ipv6Host === undefined ? [] : sipPorts(sip, sip.ipv6Host, 'PARLEY_SIP_HOST_IPV6')),
    { protocol: 'udp', host: '127.0.0.1', port: phonePort, variable: 'PARLEY_PHONE_PORT', hostVariable: undefined },
  ];
}

function sipPorts({ port, tls }: Config['sip'], host: string, hostVariable: string): NeededPort[] {
  const ofSip = { host, port, variable: 'PARLEY_SIP_PORT', hostVariable };
  const ofTls = { host, port: tls.port, variable: 'PARLEY_SIP_TLS_PORT', hostVariable };
  return [
    { protocol: 'udp', ...ofSip },
    { protocol: 'tcp', ...ofSip },
    ...(tls.identity ? [{ protocol: 'tcp' as const, ...ofTls }] : []),
  ];
}

/** @throws PortTakenError for the first that is taken. Other faults of an address are found before the start begins. */
export async function requirePorts(needed: NeededPort[]): Promise<void> {
  for (const port of needed) {
    const error = port.port === 0 ? undefined : await openingError(port);
    if (error?.code === 'EADDRINUSE') throw new PortTakenError(port.port, port.variable, error);
  }
}

/** Why the port cannot be opened at this moment; undefined when it can be. */
export async function openingError({ protocol, host, port }: NeededPort): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await (protocol === 'tcp' ? tryTcp(host, port) : tryUdp(host, port));
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

async function tryTcp(host: string, port: number): Promise<void> {
  const server = net.createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function tryUdp(host: string, port: number): Promise<void> {
  const socket = dgram.createSocket(net.isIPv6(host) ? 'udp6' : 'udp4');
  socket.bind(port, host);
  await once(socket, 'listening');
  socket.close();
  await once(socket, 'close');
}
