import dgram from 'node:dgram';
import net from 'node:net';

/** A port that is free on loopback now, for TCP and UDP. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    if (await isUdpFree(port)) return port;
  }
}

function isUdpFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}

const FIRST_RTP_PORT = 30_000;
const RANGES = 12;
/** Services that are tested at the same time take turns from different places. */
let range = Number(process.env.VITEST_POOL_ID ?? 0) * 4;

/** A range of 200 ports for RTP that no other service of the tests has; below those that the system hands out. */
export function rtpPortRange(): string {
  range = (range + 1) % RANGES;
  const first = FIRST_RTP_PORT + range * 200;
  return `${first}-${first + 199}`;
}
