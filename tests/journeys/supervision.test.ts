import { levelDbfs } from '@parley/audio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserSession } from '../support/browser-session.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import { LiveClient } from '../support/live-client.ts';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';

let service: Service;
let agentId: string;
let accountId: string;
let foreignKey: string;
let colleague: Int16Array;
let yes: Int16Array;

beforeAll(async () => {
  service = await Service.start();
  const { body } = await service.request('GET', '/agents');
  agentId = body.data[0].agent_id;
  accountId = (await service.parley('accounts', 'list')).data[0].account_id;
  foreignKey = (await service.parley('accounts', 'create', '--name', 'Other', '--plan', 'starter')).api_key;
  [colleague, yes] = (await spoken(
    'This is the supervisor. I have taken over this call, and I am going to talk for a while so that you can hear me.',
    'yes this is me',
  )) as [Int16Array, Int16Array];
});

afterAll(() => service?.remove());

async function place(to: string): Promise<string> {
  const { status, body } = await service.request('POST', '/call', {
    body: { agent_id: agentId, recipient_phone: to },
  });
  expect(status).toBe(201);
  return body.call_id;
}

async function listenTo(callId: string): Promise<LiveClient> {
  const client = await LiveClient.connect(service);
  client.send({ type: 'listen', call_id: callId });
  await client.next('call');
  return client;
}

/** A person in a browser, whom the agent has asked something. */
async function asked(): Promise<{ caller: LiveClient; callId: string }> {
  const caller = await LiveClient.connect(service);
  caller.openMicrophone();
  caller.send({ type: 'talk', agent_id: agentId });
  const { call_id: callId } = await caller.next('call');
  await caller.next('turn', ({ turn }) => turn.role === 'agent');
  return { caller, callId };
}

async function whispersOf(callId: string): Promise<string[]> {
  const { body: events } = await service.request('GET', `/calls/${callId}/events`);
  const whispers = events.data.filter((event: any) => event.data.action === 'whispered');
  return whispers.map((event: any) => event.data.text);
}

test('a listener hears both sides of a call to the simulated phone, from its first word on', async () => {
  const callId = await place('+12025550101');
  const listener = await listenTo(callId);
  const startedMs = performance.now();
  await listener.next('ended');
  expect(await listener.closed.promise).toMatchObject({ code: 1000 });
  const call = await service.callOver(callId);
  expect(call.end_reason).toBe('agent_hangup');
  const wav = await fetchWav(call.recording_stereo_url);
  const [phone, agent] = [stretchesOfSound(wav, 0), stretchesOfSound(wav, 1)];
  const recordedS = soundBetween(phone, 0, call.duration) + soundBetween(agent, 0, call.duration);
  // 100 frames of 10 ms a second; the pauses inside of words differ by how they are counted.
  const heardS = listener.soundSince(startedMs).length / 100;
  expect(heardS / recordedS).toBeGreaterThan(0.75);
  expect(heardS / recordedS).toBeLessThan(1.1);
  expect(listener.said('user').length).toBeGreaterThan(2);
  expect(listener.messages.some((message) => message.type === 'hearing' && message.text !== '')).toBe(true);
});

test('taking over: the caller hears the supervisor and no agent; giving back: the agent goes on', async () => {
  const { caller, callId } = await asked();
  const supervisor = await listenTo(callId);
  supervisor.openMicrophone();
  supervisor.send({ type: 'take_over' });
  expect(await supervisor.next('floor', ({ is_me }) => is_me)).toMatchObject({ holder: 'supervisor' });
  expect(await caller.next('floor')).toEqual({ type: 'floor', holder: 'supervisor', is_me: false });

  const takenMs = performance.now();
  supervisor.speak(colleague);
  await supervisor.until(() => !supervisor.isSpeaking);
  const spokenS = colleague.length / 8000;
  await caller.until(() => caller.soundSince(takenMs).length > spokenS * 60);
  const loudest = caller.soundSince(takenMs).map(({ samples }) => levelDbfs(samples));
  expect(Math.max(...loudest)).toBeGreaterThan(-30);

  // The caller answers, and is understood; the agent says nothing to it.
  const agentTurns = caller.said('agent').length;
  caller.speak(yes);
  await supervisor.next('turn', ({ turn }) => turn.role === 'user' && /yes/i.test(turn.text));
  const heardMs = performance.now();
  // The supervisor hears the caller.
  expect(supervisor.soundSince(takenMs).length).toBeGreaterThan(30);
  await supervisor.until(() => performance.now() - heardMs > 2500);
  expect(caller.said('agent')).toHaveLength(agentTurns);
  expect(caller.soundSince(heardMs)).toHaveLength(0);

  supervisor.send({ type: 'give_back' });
  expect(await caller.next('floor', ({ holder }) => holder === 'agent')).toMatchObject({ is_me: false });
  // It knows the caller's answer, and goes on from there.
  await caller.next('turn', ({ turn }) => turn.role === 'agent' && /appointment/i.test(turn.text));
  supervisor.send({ type: 'hang_up' });
  expect(await caller.next('ended')).toMatchObject({ end_reason: 'agent_hangup' });

  const call = await service.callOver(callId);
  const takeOver = call.transcript.find((turn: any) => turn.tool?.name === 'take_over');
  expect(takeOver.tool.arguments.by).toMatch(/^key_/);
  const wav = await fetchWav(call.recording_stereo_url);
  expect(soundBetween(stretchesOfSound(wav, 1), takeOver.start, takeOver.end)).toBeGreaterThan(spokenS * 0.6);
  const said = call.transcript.filter((turn: any) => turn.role === 'agent');
  expect(said.some((turn: any) => turn.start >= takeOver.start && turn.end <= takeOver.end)).toBe(false);
});

test('a supervisor who goes away gives back', async () => {
  const { caller, callId } = await asked();
  const supervisor = await listenTo(callId);
  supervisor.send({ type: 'take_over' });
  await caller.next('floor', ({ holder }) => holder === 'supervisor');
  const turns = caller.said('agent').length;
  supervisor.close();
  await caller.next('floor', ({ holder }) => holder === 'agent');
  await caller.until(() => caller.said('agent').length > turns);
  caller.send({ type: 'hang_up' });
  await service.callOver(callId);
});

test('only one takes over at a time', async () => {
  const { caller, callId } = await asked();
  const [first, second] = [await listenTo(callId), await listenTo(callId)];
  first.send({ type: 'take_over' });
  await first.next('floor', ({ is_me }) => is_me);
  second.send({ type: 'take_over' });
  expect(await second.next('error')).toMatchObject({ command: 'take_over', error: { code: 'conflict' } });
  first.send({ type: 'give_back' });
  await second.next('floor', ({ holder }) => holder === 'agent');
  second.send({ type: 'take_over' });
  await second.next('floor', ({ is_me }) => is_me);
  caller.send({ type: 'hang_up' });
  await service.callOver(callId);
});

test('a whisper is not heard, and makes a script say what it shall', async () => {
  const { caller, callId } = await asked();
  const listener = await listenTo(callId);
  listener.send({ type: 'whisper', text: 'be friendly' });
  // It is not acknowledged, and comes by another way than the next one.
  for (const pause of growingPauses()) {
    if ((await whispersOf(callId)).length > 0) break;
    await pause();
  }
  const whispered = await service.request('POST', `/calls/${callId}/whisper`, {
    body: { text: 'say: We also have a place on Friday.' },
  });
  expect(whispered.status).toBe(204);
  caller.speak(yes);
  const { turn } = await caller.next('turn', ({ turn }) => turn.role === 'agent' && /Friday/.test(turn.text));
  expect(turn.text).toMatch(/^We also have a place on Friday\. I am calling about your appointment/);
  caller.send({ type: 'hang_up' });
  const call = await service.callOver(callId);
  expect(JSON.stringify(call.transcript)).not.toContain('be friendly');
  expect(await whispersOf(callId)).toEqual(['be friendly', 'say: We also have a place on Friday.']);
});

test('with read permission a user may listen only; another account’s calls are not there', async () => {
  const { caller, callId } = await asked();
  const { api_key: key } = await service.parley(
    'keys',
    'create',
    '--account',
    accountId,
    '--permissions',
    'calls:read',
  );
  const viewer = await LiveClient.connect(service, { key });
  viewer.send({ type: 'listen', call_id: callId });
  await viewer.next('call');
  for (const type of ['take_over', 'give_back', 'hang_up'] as const) {
    viewer.send({ type });
    expect(await viewer.next('error', ({ command }) => command === type)).toMatchObject({
      error: { code: 'forbidden' },
    });
  }
  viewer.send({ type: 'whisper', text: 'psst' });
  expect(await viewer.next('error', ({ command }) => command === 'whisper')).toMatchObject({
    error: { code: 'forbidden' },
  });
  const refused = await service.request('POST', `/calls/${callId}/whisper`, { body: { text: 'psst' }, key });
  expect(refused).toMatchObject({ status: 403 });

  const outsider = await LiveClient.connect(service, { key: foreignKey });
  outsider.send({ type: 'listen', call_id: callId });
  expect(await outsider.next('error')).toMatchObject({ error: { code: 'not_found', param: 'call_id' } });
  const unknown = await service.request('POST', `/calls/${callId}/whisper`, {
    body: { text: 'psst' },
    key: foreignKey,
  });
  expect(unknown).toMatchObject({ status: 404, body: { error: { param: 'call_id' } } });
  outsider.close();
  caller.send({ type: 'hang_up' });
  await service.callOver(callId);
});

/** A user with this role, in the dashboard. */
async function signedIn(role: string): Promise<BrowserSession> {
  const { link } = await service.parley('users', 'invite', '--role', role, '--email', `${role}@example.com`);
  return BrowserSession.welcome(service, link, { name: role, password: 'a long enough password' });
}

async function socketOf(browser: BrowserSession, callId: string): Promise<LiveClient> {
  const origin = new URL(service.baseUrl).origin;
  const client = await LiveClient.connect(service, { headers: { cookie: browser.cookieHeader, origin } });
  client.send({ type: 'listen', call_id: callId });
  await client.next('call');
  return client;
}

test('people do by their role what keys do by their permissions, until they are signed out', async () => {
  const { caller, callId } = await asked();
  const [viewer, member] = [await signedIn('viewer'), await signedIn('member')];
  const [reads, works] = [await socketOf(viewer, callId), await socketOf(member, callId)];
  reads.send({ type: 'take_over' });
  expect(await reads.next('error')).toMatchObject({ command: 'take_over', error: { code: 'forbidden' } });
  works.send({ type: 'take_over' });
  await works.next('floor', ({ is_me }) => is_me);
  works.send({ type: 'give_back' });
  await works.next('floor', ({ holder }) => holder === 'agent');
  expect((await member.dashboard('POST', '/logout')).status).toBeLessThan(300);
  works.send({ type: 'take_over' });
  expect(await works.closed.promise).toMatchObject({ code: 4401 });
  // A page of another site has the cookie, too.
  const crossSite = { cookie: viewer.cookieHeader, origin: 'https://example.com' };
  await expect(LiveClient.connect(service, { headers: crossSite })).rejects.toThrow('refused');
  caller.send({ type: 'hang_up' });
  const call = await service.callOver(callId);
  const takeOver = call.transcript.find((turn: any) => turn.tool?.name === 'take_over');
  expect(takeOver.tool.arguments.by).toMatch(/^usr_/);
  const admin = await signedIn('admin');
  const { body: log } = await admin.dashboard('GET', `/audit?target=${callId}`);
  const acts = log.data.map((entry: any) => entry.action);
  for (const act of ['call.listening_started', 'call.taken_over', 'call.given_back', 'call.listening_ended'])
    expect(acts).toContain(act);
  const { body: events } = await service.request('GET', `/calls/${callId}/events`);
  const controls = events.data.filter((event: any) => event.event === 'call.control');
  expect(controls.find((event: any) => event.data.action === 'taken_over').data.by).toEqual({
    type: 'user',
    id: takeOver.tool.arguments.by,
  });
});

test('a call that is over cannot be listened to or whispered to', async () => {
  const callId = await place('+12025550102');
  await service.callOver(callId);
  const client = await LiveClient.connect(service);
  client.send({ type: 'listen', call_id: callId });
  expect(await client.next('error')).toMatchObject({ error: { code: 'unprocessable', param: 'call_id' } });
  client.close();
  const whispered = await service.request('POST', `/calls/${callId}/whisper`, { body: { text: 'psst' } });
  expect(whispered).toMatchObject({ status: 422, body: { error: { param: 'call_id' } } });
});
