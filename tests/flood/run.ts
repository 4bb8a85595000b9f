// A flood of INVITEs in a process of its own, so that what it costs is not measured as what it does. On the line `flood` it
// sends for the given time, waits for what comes back, and prints a report; it ends when its input does.
//   node tests/flood/run.ts --target 5060 --rate 5000 --bytes 58000 --seconds 3 --sources 50
//   node tests/flood/run.ts --target 5060 --rate 5000 --bytes 600 --seconds 3 --trunk 5070 --relay 5071
// With --trunk it sends from that port of 127.0.0.1, and passes on to --relay and back what belongs to other calls.
import dgram, { type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { FloodReport } from './flood.ts';
import { FloodInvites } from './invites.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    rate: { type: 'string' },
    bytes: { type: 'string' },
    seconds: { type: 'string' },
    sources: { type: 'string', default: '1' },
    to: { type: 'string', default: '+14155550123' },
    trunk: { type: 'string' },
    relay: { type: 'string' },
  },
});
const target = Number(values.target);
const TICK_MS = 2;
/** A response that is repeated comes after 0.5 s for the first time (RFC 3261, timer G). */
const LISTENING_MS = 1000;

const report: FloodReport = { sent: 0, sentBytes: 0, received: 0, receivedBytes: 0, statuses: {}, mostToOneSource: 0 };
const invites = new FloodInvites(values.to, Number(values.bytes));

function count(datagram: Buffer): void {
  const status = datagram.toString('latin1', 8, 11);
  report.received += 1;
  report.receivedBytes += datagram.length;
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
}

async function openSource(host: string, port: number): Promise<Socket> {
  const socket = dgram.createSocket({ type: 'udp4', recvBufferSize: 1 << 20, sendBufferSize: 1 << 20 });
  socket.bind(port, host);
  await once(socket, 'listening');
  return socket;
}

async function openAnonymous(): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let index = 0; index < Number(values.sources); index += 1) {
    const socket = await openSource(`127.1.${index >> 8}.${index & 255}`.replace('127.1.0.0', '127.2.0.1'), 0);
    let responses = 0;
    socket.on('message', (datagram) => {
      responses += 1;
      report.mostToOneSource = Math.max(report.mostToOneSource, responses);
      count(datagram);
    });
    sockets.push(socket);
  }
  return sockets;
}

async function openTrunk(port: number, relay: number): Promise<Socket[]> {
  const socket = await openSource('127.0.0.1', port);
  socket.on('message', (datagram, { port: source }) => {
    if (source === relay) socket.send(datagram, target, '127.0.0.1');
    else if (FloodInvites.isAnsweredBy(datagram)) count(datagram);
    else socket.send(datagram, relay, '127.0.0.1');
  });
  return [socket];
}

async function flood(sockets: readonly Socket[]): Promise<void> {
  const [rate, durationMs] = [Number(values.rate), Number(values.seconds) * 1000];
  const startedMs = performance.now();
  for (let elapsedMs = 0; elapsedMs < durationMs; elapsedMs = performance.now() - startedMs) {
    for (const due = (elapsedMs / 1000) * rate; report.sent < due; report.sent += 1) {
      const socket = sockets[report.sent % sockets.length]!;
      const { address, port } = socket.address();
      const parts = invites.next(address, port);
      report.sentBytes += parts[0].length + parts[1].length;
      socket.send(parts, target, '127.0.0.1', () => {});
    }
    await delay(TICK_MS);
  }
  await delay(LISTENING_MS);
}

const sockets =
  values.trunk === undefined ? await openAnonymous() : await openTrunk(Number(values.trunk), Number(values.relay));
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== 'flood') continue;
  await flood(sockets);
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
for (const socket of sockets) socket.close();
