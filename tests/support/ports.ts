import dgram from 'node:dgram';
import net from 'node:net';

/**
 * Below the ports that the system hands out to outgoing connections (32768 and up on Linux), of which thousands come and
 * go here: one of them may take a port between the moment in which it is chosen and that in which a service opens it.
 */
const FIRST_PORT = 11_000;
/** Each worker of the tests has its own, so that no two choose the same. */
const PORTS_A_WORKER = 500;
/** Of a peer: for its signalling, or for the audio of some calls. */
const LASTING_PORTS = 45;
/** The runs of vitest that `npm test` has at a time (scripts/test.mjs), and the workers of each. */
const RUNS = 3;
const WORKERS_A_RUN = 8;
const run = Number(process.env.TEST_RUN ?? 0);
const workerOfRun = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS_A_RUN;
const worker = run * WORKERS_A_RUN + workerOfRun;
const firstOfWorker = FIRST_PORT + worker * PORTS_A_WORKER;
let chosen = Math.floor(Math.random() * PORTS_A_WORKER);

/** A port that is free on loopback now, for TCP and UDP, and that is not given out again soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    chosen = (chosen + 1) % PORTS_A_WORKER;
    const port = firstOfWorker + chosen;
    if ((await isTcpFree(port)) && (await isUdpFree(port))) return port;
  }
}

function isTcpFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function isUdpFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}

/** For peers that come and go: neither it nor the ports that follow it are given out again. */
export async function lastingPort(): Promise<number> {
  if (chosen + LASTING_PORTS >= PORTS_A_WORKER) chosen = 0;
  const first = await freePort();
  chosen += LASTING_PORTS;
  return first;
}

const FIRST_RTP_PORT = FIRST_PORT + RUNS * WORKERS_A_RUN * PORTS_A_WORKER;
const PORTS_A_RANGE = 200;
/** All of them stay below what the system hands out. */
const RANGES_A_RUN = 16;
/** Services that are tested at the same time take turns from different places. */
let range = workerOfRun * 3;

/** A range of 200 ports for RTP that no other service of the tests has; below those that the system hands out. */
export function rtpPortRange(): string {
  range = (range + 1) % RANGES_A_RUN;
  const first = FIRST_RTP_PORT + ((run % RUNS) * RANGES_A_RUN + range) * PORTS_A_RANGE;
  return `${first}-${first + PORTS_A_RANGE - 1}`;
}
