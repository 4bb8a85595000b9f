import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';

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
}

/** @throws PortTakenError for the first that is taken. Other faults of an address show themselves when it is used. */
export async function requirePorts(needed: NeededPort[]): Promise<void> {
  for (const { protocol, host, port, variable } of needed) {
    if (port === 0) continue;
    try {
      await (protocol === 'tcp' ? tryTcp(host, port) : tryUdp(host, port));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new PortTakenError(port, variable, error);
    }
  }
}

async function tryTcp(host: string, port: number): Promise<void> {
  const server = net.createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function tryUdp(host: string, port: number): Promise<void> {
  const socket = dgram.createSocket('udp4');
  socket.bind(port, host);
  await once(socket, 'listening');
  socket.close();
  await once(socket, 'close');
}
