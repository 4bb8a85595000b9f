import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { allows, dashboardRoutes, rolePermissions, routes } from '@parley/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../interop/peers.ts';
import { Kamailio } from '../support/kamailio.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';
import { launchChromium } from './support/chromium.ts';
import { LiveWire } from './support/live-wire.ts';
import { microphoneFile } from './support/microphone.ts';
import { welcomeLink } from './support/sign-in.ts';
import { openPage, visit, type WatchedPage } from './support/watched-page.ts';

// One person's way from `npm start` to a running operation. Each step goes on where the last one ended.

/** The simulated phone that talks and never hangs up. */
const NEVER_HANGS_UP = '+12025550114';
const FRAMES_A_SECOND = 100;
/** Frames with audio: a sentence has more. */
const A_SENTENCE = 200;
/** The edges of words are counted one way or the other. */
const SLACK_FRAMES = 30;

let service: Service;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let agentId: string;
let key: string;
let hasFailed = false;

beforeAll(async () => {
  // Again and again, with pauses in which an agent begins to answer and does not end.
  const microphone = await microphoneFile([2, 'sorry who is calling please', 0.5]);
  [service, browser] = await Promise.all([Service.startByNpm(), launchChromium({ microphone })]);
  watched = await openPage(browser, service, { permissions: ['microphone'] });
  page = watched.page;
  // Speech is synthesized and recognized on a host that others use too.
  page.setDefaultTimeout(60_000);
});
beforeEach(({ skip, onTestFailed }) => {
  skip(hasFailed, 'a step before it failed');
  onTestFailed(() => {
    hasFailed = true;
  });
});
afterEach(() => expect(watched.problems).toEqual([]));
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });

/** As a person pastes it into a shell. */
async function curl(path: string, body?: object): Promise<any> {
  const words = ['-sS', '--fail-with-body', `${service.baseUrl}${path}`, '-H', `Authorization: Bearer ${key}`];
  const json = body === undefined ? [] : ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];
  return JSON.parse((await promisify(execFile)('curl', [...words, ...json])).stdout);
}

test('the link makes the owner', async () => {
  await page.goto(welcomeLink(service));
  await page.getByLabel('Your name').fill('Olivia Owner');
  await page.getByLabel('E-mail').fill('olivia@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a long sentence to remember');
  await button('Create my login').click();
  await page.getByRole('heading', { name: 'Welcome, Olivia' }).waitFor();
});

test('the demo agent is heard calling the simulated phone, and read along', async () => {
  const wire = new LiveWire(page);
  await button('Call now').click();
  const transcript = page.getByRole('log', { name: 'Transcript' });
  await transcript.getByText(/Riverside Dental/).waitFor();
  const person = transcript.locator('[data-role=user]');
  await person
    .filter({ hasText: /this is me/i })
    .first()
    .waitFor();
  await wire.until(() => wire.framesWithSound > A_SENTENCE);
  await button('Stop listening').click();
  await page.getByText('You have left the call.').waitFor();
});

test('an agent is made from a template and changed; the draft keeps itself', async () => {
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('link', { name: 'New agent' }).first().click();
  await page.getByRole('radio', { name: /Appointment reminder/ }).check();
  await page.getByLabel('Name', { exact: true }).fill('Calls of Zoe');
  await button('Create agent').click();
  await page.getByRole('heading', { name: 'Calls of Zoe' }).waitFor();
  agentId = new URL(page.url()).pathname.split('/').at(-1)!;
  await page.getByLabel('First message').fill('Hello {{name}}, this is Zoe from {{business}}. Is that you?');
  await page.getByText('Draft saved, not published').waitFor();
});

test('the draft is tried in text', async () => {
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByLabel('name', { exact: true }).fill('Maria Lopez');
  await button('Start').click();
  const talk = page.getByLabel('Conversation in text');
  await talk.getByText(/Hello Maria Lopez, this is Zoe from/).waitFor();
  await page.getByLabel('What the caller says').fill('yes this is me');
  await button('Say').click();
  await talk.getByText(/your appointment on/).waitFor();
});

test('the draft is tried by voice: it is heard, understands, and stops when it is talked over', async () => {
  const wire = new LiveWire(page);
  await page.getByRole('tab', { name: 'Voice' }).click();
  await button('Talk').click();
  const muted = page.getByRole('switch', { name: 'Mute' });
  await muted.check();
  const transcript = page.getByRole('log', { name: 'Transcript' });
  await transcript.getByText(/this is Zoe from/).waitFor();
  expect(wire.framesWithSound).toBeGreaterThan(A_SENTENCE);
  await muted.uncheck();
  await transcript
    .getByText(/who is calling/i)
    .first()
    .waitFor();
  await transcript.getByText('Interrupted here').first().waitFor();
  const greeting = await wire.next('turn', ({ turn }) => turn.role === 'agent');
  const stopped = await wire.next('turn', ({ turn }) => turn.role === 'agent' && turn.interrupted);
  const { text, generated_text: written, start, end } = stopped.turn;
  expect(written?.startsWith(text) && written.length > text.length).toBe(true);
  // It is known when the person has spoken, and no more was heard until then.
  const heard = wire.heardBefore(stopped) - wire.heardBefore(greeting);
  expect(heard).toBeLessThan((end - start) * FRAMES_A_SECOND + SLACK_FRAMES);
  await button('Hang up').click();
});

test('it is published, and an earlier version restored', async () => {
  await button('Publish …').click();
  await dialog().getByText('this is Zoe from', { exact: false }).first().waitFor();
  await dialog().getByText('All calls placed from now on.').waitFor();
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Everything is published').waitFor();
  await page.getByRole('link', { name: 'Version 2' }).click();
  await page.getByRole('link', { name: /Version 1/ }).click();
  await button('Restore …').click();
  await button('Restore version').click();
  await page.getByText('Restored from version 1').waitFor();
});

test('an API key is made under Settings, and curl reads with it', async () => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API Keys' }).click();
  await button('Create API key').click();
  await dialog().getByLabel('Name').fill('My first program');
  await dialog().getByRole('button', { name: 'Create key' }).click();
  const shown = dialog().getByText(/^vk_live_[0-9A-Za-z]{38}$/);
  key = (await shown.textContent()) ?? '';
  await dialog().getByRole('button', { name: 'I have stored it' }).click();
  const agent = await curl(`/agents/${agentId}`);
  expect(agent).toMatchObject({ name: 'Calls of Zoe', version: 3, first_message: expect.stringContaining('Ava') });
});

test('curl calls with it; the call is watched, whispered to, taken over and given back', async () => {
  const wire = new LiveWire(page);
  await page.getByRole('link', { name: 'Calls' }).click();
  const placed = await curl('/call', {
    agent_id: agentId,
    recipient_phone: NEVER_HANGS_UP,
    variables: { name: 'Maria' },
  });
  await page.getByRole('row').filter({ hasText: '+1 202 555 0114' }).click();
  await page.waitForURL(`**/calls/${placed.call_id}`);
  await button('Listen in').click();
  const spoken = page.getByRole('log', { name: 'What is being said' });
  await spoken.getByText('Hello Maria').waitFor();
  await page.getByLabel('Whisper to the agent').fill('say: We also have a slot on Friday.');
  await button('Whisper').click();
  await spoken.getByText('We also have a slot on Friday').waitFor();
  await wire.until(() => wire.framesWithSound > A_SENTENCE);
  expect(wire.framesSent).toBe(0);
  await button('Take over').click();
  await dialog().getByRole('button', { name: 'Take over' }).click();
  await page.getByText('You have taken over: the person hears you.').waitFor();
  await wire.until(() => wire.framesSentWithSound > FRAMES_A_SECOND / 2);
  await button('Give back to the agent').click();
  await button('Take over').waitFor();
  await button('Hang up').click();
  await dialog().getByRole('button', { name: 'Hang up' }).click();
});

test('its recording plays, and the transcript leads through it', async () => {
  const position = page.getByRole('slider', { name: 'Position in the recording' });
  await position.waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => position.getAttribute('aria-valuenow'), { timeout: 20_000 }).not.toBe('0');
  const turns = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem');
  await turns.filter({ hasText: 'Talked in the place of the agent' }).waitFor();
  await turns.filter({ hasText: 'slot on Friday' }).click();
  await page.locator('li[aria-current=true]', { hasText: 'slot on Friday' }).waitFor();
  expect(Number(await position.getAttribute('aria-valuenow'))).toBeGreaterThan(3);
});

test('the inbox of webhooks is opened', async () => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await button('Open the inbox').click();
  await button('Send a test').click();
  await page.getByText('webhook.test').waitFor();
});

test('a batch of five with a bad row: it is named, the other four are called', async () => {
  await page.getByRole('link', { name: 'Batches' }).click();
  await page.getByRole('link', { name: 'New batch' }).first().click();
  await page.getByRole('combobox', { name: /^Agent/ }).click();
  await page.getByRole('option', { name: 'Calls of Zoe' }).click();
  // Busy, declines, no number, hangs up in mid-sentence, does not want to be called.
  const rows = ['phone,name', '+12025550102,Ann', '+12025550105,Ben', '12,Cem', '+12025550106,Dan', '+12025550109,Eve'];
  const csv = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(csv);
  await button('Continue').click();
  await button('Check the rows').click();
  await page.getByRole('table', { name: 'Bad rows' }).getByText('12 is not in E.164').waitFor();
  await page.getByText('Hello Ann, this is Ava').waitFor();
  await page.getByLabel(/Leave out the 1 bad row/).check();
  await button('Continue').click();
  await page.getByLabel('Now, as soon as I confirm').check();
  await button('Continue').click();
  await page.getByLabel('Name of the batch').fill('Five people');
  await button('Call 4 people now').click();
  await page.getByRole('heading', { name: /^Five people\s*Completed$/, level: 1 }).waitFor();
  const calls = page.getByRole('table', { name: 'Calls of this batch' }).getByRole('row');
  for (const [person, ending] of [
    ['Ann', 'Busy'],
    ['Ben', 'Declined'],
    ['Dan', 'The person hung up'],
    ['Eve', 'Asked not to be called again'],
  ] as const) {
    await calls.filter({ hasText: person }).getByText(ending).first().waitFor();
  }
});

test('what the webhook delivered is seen, and sent again', async () => {
  await visit(page, '/settings/webhooks/inbox');
  await page.getByText('call.completed').first().waitFor();
  await page.getByRole('link', { name: 'Its webhook' }).click();
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await deliveries.getByRole('button', { name: 'call.completed' }).first().click();
  await dialog().getByText('"call_id"', { exact: false }).waitFor();
  const opened = page.url();
  await dialog().getByRole('button', { name: 'Send again' }).click();
  await page.waitForURL((url) => url.href !== opened);
  await dialog().getByText('Delivered', { exact: true }).waitFor();
  await dialog()
    .getByText(/^HTTP 2\d\d$/)
    .waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('a number is bought and assigned, and that agent answers it', async () => {
  await page.getByRole('link', { name: 'Numbers' }).click();
  await button('Buy a number').click();
  await dialog('Buy a number').getByLabel('Area code').fill('415');
  await dialog('Buy a number').getByRole('button', { name: 'Buy +1 415 555 0102' }).click();
  await page.getByText('+1 415 555 0102 is yours.').waitFor();
  await page.getByRole('combobox', { name: 'Agent that answers +1 415 555 0102' }).click();
  await page.getByRole('option', { name: 'Calls of Zoe' }).click();
  await page.getByText('Calls of Zoe answers +1 415 555 0102 from the next call on.').waitFor();
  const { data: agents } = await curl('/agents');
  const survey = agents.find(({ name }: { name: string }) => name === 'Customer survey');
  const placed = await curl('/call', { agent_id: survey.agent_id, recipient_phone: '+14155550102' });
  await visit(page, `/calls?direction=inbound&agent_id=${agentId}`);
  // A test by voice is an inbound call, too.
  await page.getByRole('row').filter({ hasText: '+1 202 555 0150' }).filter({ hasText: 'Calls of Zoe' }).click();
  const spoken = page.getByRole('log', { name: 'What is being said' });
  await spoken.getByText('this is Ava').waitFor();
  await curl(`/calls/${placed.call_id}/hangup`, {});
  await page.getByRole('slider', { name: 'Position in the recording' }).waitFor();
});

describeWith(['kamailio'], 'Kamailio', () => {
  test('a trunk to it is tried, connected and called through', async () => {
    const phone = new StandalonePhone(await freePort());
    const port = await freePort();
    const kamailio = await Kamailio.start(port, { inside: service.address.sipPort, outside: phone.port });
    try {
      await page.getByRole('link', { name: 'Trunks' }).click();
      await button('Connect a trunk').first().click();
      const form = dialog('Connect a trunk');
      await form.getByLabel('Name').fill('Our exchange');
      await form.getByLabel('Host').fill('127.0.0.1');
      await form.getByLabel('Port', { exact: true }).fill(String(port));
      await form.getByRole('button', { name: 'Test', exact: true }).click();
      await form.getByText('It answered OPTIONS with 200').waitFor();
      await form.getByRole('button', { name: 'Save trunk' }).click();
      const call = dialog('Call through Our exchange');
      await call.getByLabel('Your number').fill('+493055500001');
      await call.getByRole('button', { name: 'Call me' }).click();
      await phone.next('answered');
      await call.getByRole('status', { name: 'It works' }).waitFor();
      await call.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('row').filter({ hasText: 'Our exchange' }).getByText('Active').waitFor();
    } finally {
      await kamailio.close();
      await phone.close();
    }
  });
});

test('a viewer is invited, who sees everything and can change nothing', async () => {
  await visit(page, '/settings/users');
  await button('Invite user').click();
  await dialog().getByLabel('E-mail').fill('vera@example.com');
  await dialog().getByRole('radio', { name: 'Viewer' }).check();
  await dialog().getByRole('button', { name: 'Invite user' }).click();
  const link =
    (await dialog()
      .getByText(/\/welcome\/[\w-]{43}$/)
      .textContent()) ?? '';
  const viewer = await openPage(browser, service);
  await viewer.page.goto(link);
  await viewer.page.getByLabel('Your name').fill('Vera Viewer');
  await viewer.page.getByLabel('Password', { exact: true }).fill('a long sentence to remember');
  await viewer.page.getByRole('button', { name: 'Create my login' }).click();
  // The page of the link says welcome, too.
  await viewer.page.waitForURL(({ pathname }) => !pathname.startsWith('/welcome/'));
  const main = viewer.page.getByRole('main');
  for (const [path, seen] of [
    ['/agents', 'Calls of Zoe'],
    [`/agents/${agentId}`, 'Calls of Zoe'],
    ['/calls', '+1 202 555 0114'],
    ['/batches', 'Five people'],
    ['/numbers', '+1 415 555 0102'],
    ['/trunks', 'Our exchange'],
  ] as const) {
    await visit(viewer.page, path);
    await main.getByText(seen).first().waitFor();
    const name = /^(New|Place|Buy|Connect|Delete|Publish)/;
    const changing = [main.getByRole('button', { name, disabled: false }), main.getByRole('link', { name })];
    expect([path, ...(await Promise.all(changing.map((control) => control.count())))]).toEqual([path, 0, 0]);
  }
  expect(await acceptedFrom(viewer.page)).toEqual([]);
  expect(viewer.problems).toEqual([]);
  await viewer.context.close();
});

/** Of the endpoints that a viewer's role does not allow: those that do not refuse this page's session. */
async function acceptedFrom({ request }: Page): Promise<string[]> {
  const { origin } = new URL(service.baseUrl);
  const all = [
    ...Object.values(routes).map((route) => ({ ...route, base: '/v1' })),
    ...Object.values(dashboardRoutes).map((route) => ({ ...route, base: '/dashboard/api' })),
  ];
  const accepted: string[] = [];
  for (const { method, base, path, permission } of all) {
    if (permission === 'public' || permission === 'signed-in' || allows(rolePermissions.viewer, permission)) continue;
    const url = base + path.replaceAll(/\{\w+\}/g, agentId);
    const response = await request.fetch(url, {
      method,
      headers: { origin },
      ...(method === 'GET' ? {} : { data: {} }),
    });
    if (response.status() !== 403) accepted.push(`${method} ${url}: ${response.status()}`);
  }
  return accepted;
}
