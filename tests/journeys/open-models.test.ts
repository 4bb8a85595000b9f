import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { installTinyModels, installTones } from '@parley/providers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { growingPauses } from '../support/growing-pauses.ts';
import { type SpokenSentence, spokenSentences } from '../support/known-speech.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipCaller } from '../support/sip-caller.ts';

const KROKO = 'sherpa-onnx-streaming-zipformer-en-kroko-2025-08-06';
const root = path.resolve(import.meta.dirname, '../..');

let mirror: string;
let service: Service;
let caller: SipCaller;
let sentences: SpokenSentence[];

/** A mirror with small files of our own: real models are larger than a test, and there is no network here to have them by. */
beforeAll(async () => {
  sentences = await spokenSentences(['i would like two large pepperoni pizzas', 'please deliver them to maple street']);
  mirror = await mkdtemp(path.join(tmpdir(), 'parley-mirror-'));
  await mkdir(path.join(mirror, 'asr-models'));
  await cp(
    path.join(root, 'server/src/models/testing/tones.tar.bz2'),
    path.join(mirror, `asr-models/${KROKO}.tar.bz2`),
  );
  const trunkPort = await freePort();
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}` });
  caller = await SipCaller.start(trunkPort);
});

afterAll(async () => {
  await caller?.close();
  await service?.remove();
  await rm(mirror, { recursive: true, force: true });
});

async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  for (const pause of growingPauses()) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await pause();
  }
  throw new Error('unreachable');
}

const parley = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['server/src/cli/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, ...service.environment, PARLEY_MODELS_URL: mirror },
  });

const models = async () => (await service.request('GET', '/models')).body;

test('a recognizer is pulled, listed, listens by default in a call that survives its engine, and is removed', async () => {
  const agent = (await service.request('GET', '/agents')).body.data[0];
  const refused = await service.request('PATCH', `/agents/${agent.agent_id}`, {
    body: { transcriber: 'sherpa-onnx/kroko-en' },
  });
  expect(refused).toMatchObject({ status: 422, body: { error: { param: 'transcriber' } } });
  expect((await models()).default_transcriber).toBe('builtin');

  // They judge what is heard in every call; the service finds them not later than what is pulled behind them.
  await installTinyModels(path.join(service.environment.PARLEY_DATA_DIR!, 'models'));
  const { stdout, stderr } = await parley('models', 'pull', 'kroko-en');
  expect(stdout).toMatch(/^Installed kroko-en \(SHA-256 [0-9a-f]{64}, recorded now/);
  expect(stderr).toContain('100 %');
  const listed = JSON.parse((await parley('models', 'list', '--json')).stdout).data;
  expect(listed.find(({ name }: any) => name === 'kroko-en')).toMatchObject({
    ...{ installed: true, choice: 'sherpa-onnx/kroko-en', languages: ['en'] },
  });
  const offered = await until(models, ({ default_transcriber: name }) => name === 'sherpa-onnx/kroko-en');
  expect(offered.providers).toContain('sherpa-onnx');
  expect(offered.data).toContainEqual(
    expect.objectContaining({ model: 'sherpa-onnx/kroko-en', provider: 'sherpa-onnx', kind: 'transcriber' }),
  );

  const { status } = await service.request('PATCH', `/agents/${agent.agent_id}`, {
    body: { first_message: 'Good evening. What would you like?', disclosure: null, fallbacks: { transcriber: [] } },
  });
  expect(status).toBe(200);
  await caller.call(service.address.sipPort, agent.phone_number);
  await caller.agentStopped();
  await caller.say(sentences[0]!.samples);
  await caller.agentStopped();
  const engines = await enginesOf(service);
  expect(engines).toHaveLength(1);
  process.kill(engines[0]!, 'SIGKILL');
  await caller.say(sentences[1]!.samples);
  await caller.agentStopped();
  await caller.hangUp();
  const { body } = await service.request('GET', '/calls?direction=inbound');
  const call = await service.callWhen(body.data[0].call_id, ({ analysis }: any) => analysis !== null);
  expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
  const said = call.transcript.filter(({ role, text }: any) => role === 'user' && text !== '');
  // Its eight letters are all that this recognizer knows.
  expect(said.length).toBeGreaterThan(0);
  expect(said[0].text).toMatch(/^[a-hA-H ]+$/);
  // The detector was asked until its engine was gone.
  expect(call.analysis.warnings).toContainEqual(expect.stringContaining('speech detector went on without its model'));

  await parley('models', 'remove', 'kroko-en');
  await until(models, ({ default_transcriber: name }) => name === 'builtin');
});

test('voices that are installed are listed with their speakers, and speak', async () => {
  await installTones(path.join(service.environment.PARLEY_DATA_DIR!, 'models'));
  const voices = async () => (await service.request('GET', '/voices')).body;
  const { data } = await until(voices, (list) => list.data.some((one: any) => one.provider === 'sherpa-onnx'));
  const own = data.filter(({ provider }: any) => provider === 'sherpa-onnx');
  expect(own.map((voice: any) => [voice.voice_id, voice.languages])).toEqual([
    ['sherpa-onnx/tone-voice:loud', ['en-US']],
    ['sherpa-onnx/tone-voice:low', ['en-GB']],
  ]);
  const agent = (await service.request('GET', '/agents')).body.data[0];
  const refused = await service.request('PATCH', `/agents/${agent.agent_id}`, {
    body: { language: 'de', voice_id: 'sherpa-onnx/tone-voice:loud' },
  });
  expect(refused).toMatchObject({ status: 422, body: { error: { param: 'language' } } });
  const { status } = await service.request('PATCH', `/agents/${agent.agent_id}`, {
    body: { voice_id: 'sherpa-onnx/tone-voice:loud', first_message: 'A cab. Bag.' },
  });
  expect(status).toBe(200);
  await caller.call(service.address.sipPort, agent.phone_number);
  await caller.agentStopped();
  await caller.hangUp();
  const { body } = await service.request('GET', '/calls?direction=inbound');
  const call = await service.callWhen(body.data[0].call_id, ({ analysis }: any) => analysis !== null);
  expect(call.transcript[0]).toMatchObject({ role: 'agent', text: 'A cab. Bag.' });
  expect(call.analysis.warnings ?? []).toEqual([]);
});

/** Processes of the service that run open models. */
async function enginesOf({ pid }: { pid: number }): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const read = (file: string) =>
      promisify(execFile)('cat', [`/proc/${name}/${file}`]).then(
        ({ stdout }) => stdout,
        () => '',
      );
    const [command, status] = [await read('cmdline'), await read('status')];
    if (command.includes('sherpa-onnx/engine/main.ts') && status.includes(`PPid:\t${pid}\n`)) found.push(Number(name));
  }
  return found;
}
