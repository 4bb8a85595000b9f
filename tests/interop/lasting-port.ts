import { randomInt } from 'node:crypto';
import dgram from 'node:dgram';

/**
 * A UDP port on loopback for peers that come and go: one that no system gives out by itself (Linux begins at 32768), and
 * that is below those of RTP in these tests, so that it stays free while nobody has it.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}
