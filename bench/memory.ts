// npm run bench:memory [-- --root /path/of/another/parley] [--calls 40] [--unload-s 15]: what a service takes while
// nothing happens, after its first call, when built-in speech has left, and for each live call. Linux.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { freePort, rtpPortRange } from '../tests/support/ports.ts';
import { modelProcessOf } from './model-process.ts';
import { databasePssMb, processMemory } from './process-memory.ts';

/** V8 gives memory back some seconds after the last work. */
const SETTLE_MS = 20_000;
/** Says nothing, so that a call is what is measured and not its speech. */
const SILENT = '+12025550110';
const TALKS = '+12025550101';

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: process.cwd() },
    calls: { type: 'string', default: '40' },
    'unload-s': { type: 'string', default: '15' },
  },
});
const unloadMs = Number(values['unload-s']) * 1000;
const calls = Number(values.calls);
const say = (line: string) => process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
const port = await freePort();
const apiKey = `bench-${crypto.randomUUID()}`;
const startedMs = performance.now();
const launch = {
  cwd: path.resolve(values.root),
  env: {
    ...process.env,
    PORT: String(port),
    PARLEY_API_KEY: apiKey,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_SIP_PORT: String(await freePort()),
    PARLEY_PHONE_PORT: String(await freePort()),
    PARLEY_RTP_PORTS: rtpPortRange(),
    PARLEY_SPEECH_UNLOAD_S: values['unload-s'],
  },
};
// With the flags of this process, which are those that `npm start` gives.
const service = spawn(process.execPath, [...process.execArgv, 'server/src/main.ts'], {
  ...launch,
  // By the channel the service notices that this process is gone, and stops.
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});

function report(when: string): void {
  const { rssMb, anonymousMb, threads } = processMemory(service.pid!);
  const database = databasePssMb(dataDir)?.toFixed(0) ?? 'not ours';
  const model = modelProcessOf(service.pid!);
  const anyWords = model === null ? 'not there' : `RSS ${processMemory(model).rssMb.toFixed(0)} MB`;
  say(
    `${when.padEnd(28)} RSS ${rssMb.toFixed(0)} MB, of that anonymous ${anonymousMb.toFixed(0)} MB; ${threads} threads; PostgreSQL PSS ${database} MB; model of any words ${anyWords}`,
  );
}

async function api(method: string, route: string, body?: object): Promise<any> {
  const response = await fetch(`http://127.0.0.1:${port}/v1${route}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}

async function place(phone: string, agentId: string): Promise<string> {
  const placed = await api('POST', '/call', {
    agent_id: agentId,
    recipient_phone: phone,
    variables: { name: 'Maria Lopez' },
  });
  if (!placed.call_id) throw new Error(JSON.stringify(placed));
  return placed.call_id;
}

async function callWhen(callId: string, isWanted: (call: any) => boolean): Promise<any> {
  for (;;) {
    const call = await api('GET', `/calls/${callId}`);
    if (isWanted(call)) return call;
    await delay(100);
  }
}

const isAnswered = (call: any) => call.answered_at !== null || call.phase === 'ended';

async function wholeCall(agentId: string, name: string): Promise<void> {
  const placedMs = performance.now();
  const callId = await place(TALKS, agentId);
  await callWhen(callId, isAnswered);
  const answeredS = (performance.now() - placedMs) / 1000;
  const call = await callWhen(callId, ({ phase }) => phase === 'ended');
  const heard = call.transcript.filter(({ role }: { role: string }) => role === 'user').length;
  say(
    `${name.padEnd(28)} answered ${answeredS.toFixed(1)} s after the request, ${call.end_reason}, ${heard} turns heard, response p95 ${call.latency?.turn_p95_ms} ms`,
  );
}

async function parley(...words: string[]): Promise<any> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/src/cli/main.ts', ...words, '--json'],
    launch,
  );
  return JSON.parse(stdout);
}

/** One for each call: an agent has one call with a number at a time. */
async function createAgents(): Promise<string[]> {
  const { data } = await parley('accounts', 'list');
  const file = path.join(dataDir, 'agent.json');
  const agent = { name: 'Waits', prompt: 'Wait for an answer.', first_message: 'Hello, is anybody there?' };
  await writeFile(file, JSON.stringify(agent));
  const created: string[] = [];
  while (created.length < calls) {
    const { agent_id: agentId } = await parley('agents', 'create', '--account', data[0].account_id, '--file', file);
    created.push(agentId);
  }
  return created;
}

/** From a tenth of the calls to all of them, so that what any first call brings is not counted. */
async function memoryOfCalls(): Promise<void> {
  const agents = await createAgents();
  const few = Math.ceil(calls / 10);
  const placed = await Promise.all(agents.slice(0, few).map((agentId) => place(SILENT, agentId)));
  await Promise.all(placed.map((callId) => callWhen(callId, isAnswered)));
  await delay(3000);
  const before = processMemory(service.pid!).rssMb;
  placed.push(...(await Promise.all(agents.slice(few).map((agentId) => place(SILENT, agentId)))));
  await Promise.all(placed.map((callId) => callWhen(callId, isAnswered)));
  await delay(3000);
  const growthKb = (processMemory(service.pid!).rssMb - before) * 1000;
  say(
    `each of ${calls - few} more live calls ${(growthKb / (calls - few)).toFixed(0)} KB, the simulated phone's side of it included`,
  );
  await Promise.all(placed.map((callId) => callWhen(callId, ({ phase }) => phase === 'ended')));
}

try {
  const lines = createInterface({ input: service.stdout! });
  for await (const line of lines) if (line.includes('Parley is ready')) break;
  say(`${values.root}: ready after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  service.stdout!.resume();
  report('when it is ready');
  await delay(SETTLE_MS);
  report('idle, before any call');
  const [agent] = (await api('GET', '/agents')).data;
  await wholeCall(agent.agent_id, 'the first call');
  report('after it');
  await wholeCall(agent.agent_id, 'the second call');
  await delay(unloadMs + SETTLE_MS);
  report('idle, speech unloaded');
  await wholeCall(agent.agent_id, 'the first call after that');
  await memoryOfCalls();
  await delay(unloadMs + SETTLE_MS);
  report('idle, at the end');
} finally {
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  await exited;
  await rm(dataDir, { recursive: true, force: true });
}
