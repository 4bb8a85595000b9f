import dgram from 'node:dgram';

/**
 * Between the ports of the tests and those that the system hands out to outgoing connections: an installation that is
 * killed a thousand times must find its own ones free again each time.
 */
const FIRST_PORT = 27_000;
const INSTALLATIONS = 14;
/** HTTP, SIP and the simulated phone, then RTP. */
const PORTS_EACH = 210;
const FIRST_RTP = 10;

export interface InstallationPorts {
  port: number;
  sipPort: number;
  phonePort: number;
  rtpPorts: string;
}

/** The ports of the first installation that nothing else on this host uses. */
export async function reservePorts(taken: Set<number>): Promise<InstallationPorts> {
  for (let index = 0; index < INSTALLATIONS; index += 1) {
    const first = FIRST_PORT + index * PORTS_EACH;
    if (taken.has(first)) continue;
    // Before anything is awaited: another one may be looking at this moment.
    taken.add(first);
    const areFree = await Promise.all([1, 2, FIRST_RTP].map((offset) => isUdpFree(first + offset)));
    if (areFree.includes(false)) continue;
    const rtpPorts = `${first + FIRST_RTP}-${first + PORTS_EACH - 1}`;
    return { port: first, sipPort: first + 1, phonePort: first + 2, rtpPorts };
  }
  throw new Error(`all ${INSTALLATIONS} ranges of ports from ${FIRST_PORT} are in use`);
}

function isUdpFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}
