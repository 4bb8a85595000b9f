import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wavHeader } from '@parley/audio';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';
import { launchChromium } from './support/chromium.ts';
import { LiveWire } from './support/live-wire.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { SpokenMicrophone } from './support/spoken-microphone.ts';
import { openPage, visit } from './support/watched-page.ts';

/** Of the simulated phone. */
const STAYS_SILENT = '+12025550110';
const RATE_HZ = 8000;

let service: Service;
let browser: Browser;
let supervising: Browser;
let directory: string;
let yes: Int16Array;
let interruption: Int16Array;
let owner: Login;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-microphone-'));
  [yes, interruption] = (await spoken('yes speaking', 'sorry who is calling please')) as [Int16Array, Int16Array];
  const pause = new Int16Array(0.3 * RATE_HZ);
  const supervisor = await soundFile('supervisor.wav', [interruption, pause, yes, pause]);
  service = await Service.start();
  owner = await makeOwner(service);
  browser = await launchChromium();
  // It talks all the time.
  supervising = await launchChromium({ microphone: supervisor });
});

afterAll(async () => {
  await browser?.close();
  await supervising?.close();
  await service?.remove();
  if (directory) await rm(directory, { recursive: true });
});

async function soundFile(name: string, sounds: Int16Array[]): Promise<string> {
  const samples = Buffer.concat(sounds.map((sound) => Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength)));
  const file = path.join(directory, name);
  await writeFile(file, [wavHeader({ channels: 1, sampleRateHz: RATE_HZ, dataBytes: samples.length }), samples]);
  return file;
}

test('a person talks with an agent: understood, answered with audio, and heard at once when they interrupt', async () => {
  const { page, context, problems } = await openPage(browser, service, { login: owner, permissions: ['microphone'] });
  const microphone = await SpokenMicrophone.plugInto(page);
  const wire = new LiveWire(page);
  await visit(page, '/welcome');
  await page.getByRole('button', { name: 'Talk', exact: true }).click();
  await wire.next('turn', ({ turn }) => turn.role === 'agent' && turn.text.includes('Riverside Dental'));
  expect(wire.framesWithSound).toBeGreaterThan(100);
  await microphone.say(yes);
  await wire.next('turn', ({ turn }) => turn.role === 'user' && /yes speaking/i.test(turn.text));
  await page.getByText(/yes speaking/i).waitFor();
  // Over the agent's next words.
  const before = wire.framesWithSound;
  await wire.until(() => wire.framesWithSound > before + 80);
  await microphone.say(interruption);
  await wire.next('turn', ({ turn }) => turn.role === 'agent' && turn.interrupted);
  await wire.next('turn', ({ turn }) => turn.role === 'user' && /who is calling/i.test(turn.text));
  expect(wire.framesSent).toBeGreaterThan(300);

  const call = await wire.next('call');
  await page.getByRole('button', { name: 'Hang up' }).click();
  const over = await service.callOver(call.call_id);
  expect(over).toMatchObject({ channel: 'browser', end_reason: 'user_hangup' });
  expect(problems).toEqual([]);
  await context.close();
});

test('a supervisor listens to a call, takes it over by the microphone, and gives it back', async () => {
  const { page, context, problems } = await openPage(supervising, service, {
    login: owner,
    permissions: ['microphone'],
  });
  const wire = new LiveWire(page);
  const { body: agents } = await service.request('GET', '/agents');
  const placed = await service.request('POST', '/call', {
    body: { agent_id: agents.data[0].agent_id, recipient_phone: STAYS_SILENT },
  });
  const callId = placed.body.call_id;
  await visit(page, `/calls/${callId}`);
  await page.getByRole('button', { name: 'Listen in' }).click();
  await wire.next('turn', ({ turn }) => turn.role === 'agent');
  expect(wire.framesWithSound).toBeGreaterThan(0);
  expect(wire.framesSent).toBe(0);

  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await wire.next('floor', ({ is_me }) => is_me);
  await page.getByText('You have taken over').waitFor();
  await wire.until(() => wire.framesSent > 400);
  await page.getByRole('button', { name: 'Give back to the agent' }).click();
  await wire.next('floor', ({ holder }) => holder === 'agent');
  const turns = wire.messages.length;
  await wire.until(() => wire.messages.slice(turns).some((message) => message.type === 'turn'));

  await service.request('POST', `/calls/${callId}/hangup`);
  const call = await service.callOver(callId);
  const takeOver = call.transcript.find((turn: any) => turn.tool?.name === 'take_over');
  const wav = await fetchWav(call.recording_stereo_url);
  const spokenS = soundBetween(stretchesOfSound(wav, 1), takeOver.start, takeOver.end);
  expect(spokenS).toBeGreaterThan(1.5);
  expect(problems).toEqual([]);
  await context.close();
});

test('a person who mutes before the browser has given the microphone is not heard', async () => {
  const { page, context, problems } = await openPage(supervising, service, {
    login: owner,
    permissions: ['microphone'],
  });
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      await new Promise((allow) => Object.assign(window, { allow }));
      return open(constraints);
    };
  });
  const wire = new LiveWire(page);
  await visit(page, '/welcome');
  await page.getByRole('button', { name: 'Talk', exact: true }).click();
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await page.waitForFunction(() => 'allow' in window);
  await page.evaluate(() => (window as unknown as { allow: () => void }).allow());
  await wire.until(() => wire.framesSent > 300);
  expect(wire.framesSentWithSound).toBe(0);
  await page.getByRole('button', { name: 'Unmute' }).click();
  await wire.until(() => wire.framesSentWithSound > 0);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Talk again' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
