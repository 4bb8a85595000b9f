import dgram from 'node:dgram';
import net from 'node:net';

/**
 * Below the ports that the system hands out to outgoing connections (32768 and up on Linux), of which thousands come and
 * go here: one of them may take a port between the moment in which it is chosen and that in which a service opens it.
 */
const FIRST_PORT = 11_000;
/** Each worker of the tests has its own, so that no two choose the same. */
const PORTS_A_WORKER = 500;
/** The runs of vitest that `npm test` has at a time (scripts/test.mjs), and the workers of each. */
const RUNS = 3;
const WORKERS_A_RUN = 8;
const run = Number(process.env.TEST_RUN ?? 0);
const workerOfRun = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS_A_RUN;
const worker = run * WORKERS_A_RUN + workerOfRun;
const firstOfWorker = FIRST_PORT + worker * PORTS_A_WORKER;
/** Begins anywhere, so that what a run before has left behind is not in the way of each that follows. */
let next = Math.floor(Math.random() * PORTS_A_WORKER);

interface PortRange {
  first: number;
  last: number;
}

/** Given to peers, oldest first; at most half of the worker's ports, or there would be none left. */
const lasting: PortRange[] = [];
const MOST_LASTING = PORTS_A_WORKER / 2;
const portsOf = (ranges: PortRange[]) => ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** A port that is free on loopback now, for TCP and UDP, and that is not given out again soon. */
export const freePort = async (): Promise<number> => (await freeRange(1)).first;

async function freeRange(ports: number): Promise<PortRange> {
  for (;;) {
    // Taken before anything is waited for: two who ask at the same time get different ones.
    if (next + ports > PORTS_A_WORKER) next = 0;
    const first = firstOfWorker + next;
    next += ports;
    const range = { first, last: first + ports - 1 };
    const isTaken = lasting.some((other) => other.first <= range.last && range.first <= other.last);
    if (!isTaken && (await isFree(range))) return range;
  }
}

async function isFree({ first, last }: PortRange): Promise<boolean> {
  for (let port = first; port <= last; port += 1)
    if (!(await isTcpFree(port)) || !(await isUdpFree(port))) return false;
  return true;
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

/** Its own, and that of TLS above it. */
const SIGNALLING_PORTS = 2;

/** For peers that come and go: neither it nor the ports that follow it, `ports` in all, are given out again until much later. */
export async function lastingPort(ports = SIGNALLING_PORTS): Promise<number> {
  const range = await freeRange(ports);
  lasting.push(range);
  while (portsOf(lasting) > MOST_LASTING) lasting.shift();
  return range.first;
}

/** The first of `ports` for the audio of a peer; it is even (RFC 3550, section 11). */
export async function lastingRtpPort(ports = 22): Promise<number> {
  const first = await lastingPort(ports + 1);
  return first + (first % 2);
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
