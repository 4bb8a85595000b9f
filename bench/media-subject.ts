// What bench:media measures, in a process of its own: one media thread with N calls, or the bare loop.
import path from 'node:path';
import type { MediaAgent, MediaSession } from '../server/src/media/media.ts';
import type { MediaPool } from '../server/src/media/media-pool.ts';
import { startBareLoop } from './media-bare.ts';

const root = process.env.PARLEY_BENCH_ROOT!;
const [mode, count, directory] = process.argv.slice(2) as [string, string, string];
const calls = Number(count);
const report = (message: object) => process.send!(message);

/** The port of the other side, which starts when ours are known. */
const nextMessage = () => new Promise<any>((resolve) => process.once('message', resolve));
const residentKb = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024;
};

/** Of the media thread: what is left after a collection, without the heap's room to grow. */
async function livingKb(): Promise<number> {
  const memory = new BroadcastChannel('memory');
  const reply = new Promise<number>((resolve) => {
    memory.onmessage = ({ data }) => resolve(data.livingKb);
  });
  memory.postMessage('report');
  const kb = await reply;
  memory.close();
  return kb;
}

async function measure(pacing: () => Promise<object>): Promise<void> {
  await pacing();
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  await nextMessage();
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuUs = user + system;
  report({ cpuUs, share: cpuUs / 1000 / (performance.now() - startedMs), pacing: await pacing() });
}

async function measureBareLoop(): Promise<void> {
  const loop = await startBareLoop(calls, directory);
  report({ ports: loop.ports });
  await nextMessage();
  await nextMessage();
  await measure(async () => ({}));
  loop.close();
}

const agent: MediaAgent = {
  prompt: { template: 'Sell houses.', variables: {}, rendered: 'Sell houses.' },
  firstMessage: 'Good morning, this is Ava of Green Houses.',
  disclosure: null,
  voice: 'instant',
  model: 'instant',
  transcriber: 'builtin',
  fallbacks: { transcriber: [], model: [], voice_id: [] },
  language: 'en-US',
  successors: { transcriber: null, model: null },
  allowsDtmf: false,
  transfer: null,
  tools: [],
  endpointingMs: 600,
  interruptionMs: 300,
  reminderMs: 7000,
  endMs: 10_000,
  voicemail: { action: 'hangup', message: null },
  direction: 'outbound',
  waiting: 'phrases',
  knowledge: null,
};

async function measureCalls(): Promise<void> {
  const module = (await import(path.join(root, 'server/src/media/media-pool.ts'))) as {
    MediaPool: typeof MediaPool;
  };
  const log = { error: (fields: object, text: string) => process.stderr.write(`${text} ${JSON.stringify(fields)}\n`) };
  const pool = await module.MediaPool.start({
    threads: 1,
    bindAddress: '127.0.0.1',
    rtpPorts: { first: 22_000, last: 23_998 },
    ...{ recordingsDir: directory, capturesAudio: false },
    hasLanguageModels: false,
    speechUnloadAfterMs: 600_000,
    log: log as never,
  });
  // The first call brings in what is loaded once.
  const first = await pool.open({
    callId: 'call_first',
    accountId: 'acc_bench',
    agent,
    connections: [],
    record: true,
    frames: null,
  });
  await first.close();
  const before = { residentKb: residentKb(), livingKb: await livingKb() };
  const sessions: MediaSession[] = [];
  for (let index = 0; index < calls; index += 1)
    sessions.push(
      await pool.open({
        callId: `call_${String(index).padStart(6, '0')}`,
        accountId: 'acc_bench',
        agent,
        connections: [],
        record: true,
        frames: null,
      }),
    );
  let ended = 0;
  for (const session of sessions)
    void (async () => {
      for await (const event of session.events) if (event.type === 'failed' || event.type === 'hangup') ended += 1;
    })();
  report({ ports: sessions.map((session) => session.port) });
  const { port } = await nextMessage();
  for (const session of sessions)
    session.answer({
      remote: { address: '127.0.0.1', port },
      networks: [],
      codec: 'PCMU',
      payloadType: 0,
      alternatives: [],
      telephoneEventPayloadType: 101,
      ptimeMs: 20,
      crypto: null,
      rtcp: { mux: true },
      direction: 'sendrecv',
    });
  await nextMessage();
  await measure(async () => (await pool.pacing())[0]!);
  const kbACall = {
    resident: (residentKb() - before.residentKb) / calls,
    living: ((await livingKb()) - before.livingKb) / calls,
  };
  const results = await Promise.all(sessions.map((session) => session.close()));
  report({
    kbACall,
    ended,
    turns: results.reduce((sum, result) => sum + result.turns.length, 0),
    late: results.reduce((sum, result) => sum + (result.stats?.packetsLate ?? 0), 0),
    concealed: results.reduce((sum, result) => sum + (result.stats?.concealedFrames ?? 0), 0),
  });
  await pool.close();
}

await (mode === 'bare' ? measureBareLoop() : measureCalls());
process.disconnect();
