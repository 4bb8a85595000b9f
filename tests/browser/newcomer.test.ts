import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Kamailio } from '../support/kamailio.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';
import { launchChromium } from './support/chromium.ts';
import { microphoneFile } from './support/microphone.ts';
import { ReceivedSound } from './support/received-sound.ts';
import { welcomeLink } from './support/sign-in.ts';
import { openPage, visit, type WatchedPage } from './support/watched-page.ts';

// One person's way from the link that the start prints to a running operation. Each step goes on where the last one ended.

/** The simulated phone that talks and never hangs up. */
const NEVER_HANGS_UP = '+12025550114';

let service: Service;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let sound: ReceivedSound;
let agentId: string;
let key: string;

beforeAll(async () => {
  // A greeting lasts five seconds, the answer to it as long: the first words come after the one, the next into the other.
  const microphone = await microphoneFile([8.5, 'yes this is me', 3.5, 'sorry who is calling please', 9]);
  [service, browser] = await Promise.all([Service.start(), launchChromium({ microphone })]);
  watched = await openPage(browser, service, { permissions: ['microphone', 'clipboard-read', 'clipboard-write'] });
  page = watched.page;
  // Speech is synthesized and recognized on a machine that others use too.
  page.setDefaultTimeout(60_000);
  sound = new ReceivedSound(page);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

const step = (number: number) => page.locator(`section[aria-labelledby="step-${number}"]`);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });

/** As a person pastes it into a shell. */
async function curl(path: string, body: object): Promise<any> {
  const words = ['-sS', `${service.baseUrl}${path}`, '-H', `Authorization: Bearer ${key}`];
  const json = ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];
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
  await button('Call now').click();
  const transcript = step(1).getByRole('log');
  await transcript.getByText(/Riverside Dental/).waitFor();
  const person = transcript.locator('[data-role=user]');
  await person
    .filter({ hasText: /this is me/i })
    .first()
    .waitFor();
  expect(sound.loudFrames).toBeGreaterThan(200);
  await step(1).getByRole('button', { name: 'Stop listening' }).click();
  await step(1).getByText('You have left the call.').waitFor();
});

test('the owner talks with it: is heard, hears it, and stops it', async () => {
  const before = sound.loudFrames;
  await step(2).getByRole('button', { name: 'Talk' }).click();
  const transcript = step(2).getByRole('log');
  await transcript
    .getByText(/Riverside Dental/)
    .first()
    .waitFor();
  const [owner, agent] = [transcript.locator('[data-role=user]'), transcript.locator('[data-role=agent]')];
  await owner
    .filter({ hasText: /yes this is me/i })
    .first()
    .waitFor();
  await agent.filter({ hasText: 'interrupted' }).first().waitFor();
  await owner
    .filter({ hasText: /who is calling/i })
    .first()
    .waitFor();
  expect(sound.loudFrames - before).toBeGreaterThan(200);
  await step(2).getByRole('button', { name: 'Hang up' }).click();
  await step(2)
    .getByText(/You have left the call|The call is over/)
    .waitFor();
});

test('an agent is made from a template and changed; the draft keeps itself', async () => {
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('link', { name: 'New agent' }).first().click();
  await page.getByRole('radio', { name: /Appointment reminder/ }).check();
  await page.getByLabel('Name', { exact: true }).fill('Calls of Zoe');
  await button('Create agent').click();
  await page.getByRole('heading', { name: 'Calls of Zoe' }).waitFor();
  await page.getByLabel('First message').fill('Hello {{name}}, this is Zoe from {{business}}. Is that you?');
  await page.getByText('Draft saved, not published').waitFor();
});

test('the draft is tried in text', async () => {
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByLabel('name', { exact: true }).fill('Maria Lopez');
  await button('Start').click();
  const talk = page.getByLabel('Conversation in text');
  await talk.getByText(/this is Zoe from/).waitFor();
  await page.getByLabel('What the caller says').fill('yes this is me');
  await button('Say').click();
  await talk.getByText(/your appointment on/).waitFor();
});

test('the draft is tried by voice', async () => {
  const before = sound.loudFrames;
  await page.getByRole('tab', { name: 'Voice' }).click();
  await button('Talk').click();
  const transcript = page.getByLabel('Transcript');
  await transcript
    .getByText(/this is Zoe from/)
    .first()
    .waitFor();
  await transcript
    .getByText(/yes this is me/i)
    .first()
    .waitFor();
  await transcript
    .getByText(/who is calling/i)
    .first()
    .waitFor();
  expect(sound.loudFrames - before).toBeGreaterThan(200);
  await button('Hang up').click();
});

test('it is published, and an earlier version restored', async () => {
  await button('Publish …').click();
  await dialog().getByText('this is Zoe from', { exact: false }).first().waitFor();
  await dialog().getByText('Every call that is placed from now on.').waitFor();
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Everything is published').waitFor();
  await page.getByRole('link', { name: 'Version 2' }).click();
  await page.getByRole('link', { name: /Version 1/ }).click();
  await button('Restore …').click();
  await button('Restore version').click();
  await page.getByText('Restored from version 1').waitFor();
  const { data: agents } = (await service.request('GET', '/agents')).body;
  agentId = agents.find(({ name }: { name: string }) => name === 'Calls of Zoe').agent_id;
  const { body: agent } = await service.request('GET', `/agents/${agentId}`);
  expect([agent.version, agent.first_message.includes('Zoe')]).toEqual([3, false]);
});

test('an API key is made under Settings', async () => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API Keys' }).click();
  await button('Create API key').click();
  await dialog().getByLabel('Name').fill('My first program');
  await dialog().getByRole('button', { name: 'Create key' }).click();
  key =
    (await dialog()
      .getByText(/^vk_live_[0-9A-Za-z]{38}$/)
      .textContent()) ?? '';
  await dialog().getByRole('button', { name: 'I have stored it' }).click();
});

test('curl calls with it; the call is watched, whispered to, taken over and given back', async () => {
  await page.getByRole('link', { name: 'Calls' }).click();
  const placed = await curl('/call', {
    agent_id: agentId,
    recipient_phone: NEVER_HANGS_UP,
    variables: { name: 'Maria' },
  });
  await page.getByRole('row').filter({ hasText: '+1 202 555 0114' }).first().click();
  await page.waitForURL(`**/calls/${placed.call_id}`);
  const before = sound.loudFrames;
  await button('Listen in').click();
  const spoken = page.getByRole('log', { name: 'What is being said' });
  await spoken.getByText('this is Ava from Riverside Dental').first().waitFor();
  await page.getByLabel('Whisper to the agent').fill('say: We also have a slot on Friday.');
  await button('Whisper').click();
  await spoken.getByText('We also have a slot on Friday').waitFor();
  await button('Take over').click();
  await dialog().getByRole('button', { name: 'Take over' }).click();
  await page.getByText('You have taken over: the person hears you.').waitFor();
  await button('Give back to the agent').click();
  await button('Take over').waitFor();
  expect(sound.loudFrames - before).toBeGreaterThan(200);
  await button('Hang up').click();
  await dialog().getByRole('button', { name: 'Hang up' }).click();
});

test('its recording plays, and the transcript leads through it', async () => {
  const position = page.getByRole('slider', { name: 'Position in the recording' });
  await position.waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => position.getAttribute('aria-valuenow'), { timeout: 20_000 }).not.toBe('0');
  const turn = page
    .getByRole('list', { name: 'Transcript' })
    .getByRole('listitem')
    .filter({ hasText: 'slot on Friday' });
  await turn.first().click();
  await page.locator('li[aria-current=true]', { hasText: 'slot on Friday' }).waitFor();
  expect(Number(await position.getAttribute('aria-valuenow'))).toBeGreaterThan(3);
});

test('the inbox of webhooks is opened', async () => {
  await visit(page, '/settings/webhooks');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await button('Open the inbox').click();
  await button('Send a test').click();
  await page.getByText('webhook.test').first().waitFor();
});

test('a batch of five with a bad row: it is named, the other four are called', async () => {
  await page.getByRole('link', { name: 'Batches' }).click();
  await page.getByRole('link', { name: 'New batch' }).first().click();
  await page.getByRole('combobox', { name: /^Agent/ }).click();
  await page.getByRole('option', { name: 'Calls of Zoe' }).click();
  const rows = ['phone,name', '+12025550102,Ann', '+12025550105,Ben', '12,Cem', '+12025550106,Dan', '+12025550117,Eve'];
  const csv = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(csv);
  await button('Continue').click();
  await button('Check the rows').click();
  await page.getByRole('table', { name: 'Bad rows' }).getByText('12 is not in E.164').waitFor();
  await page.getByText('Hello Ann, this is Ava').first().waitFor();
  await page.getByLabel(/Leave out the 1 bad row/).check();
  await button('Continue').click();
  await page.getByLabel('Now, as soon as I confirm').check();
  await button('Continue').click();
  await page.getByLabel('Name of the batch').fill('Five people');
  await button('Call 4 people now').click();
  await page.getByRole('heading', { name: 'Five people' }).waitFor();
  await page.getByText('Completed', { exact: true }).first().waitFor({ timeout: 90_000 });
});

test('what the webhook delivered is seen, and sent again', async () => {
  await visit(page, '/settings/webhooks/inbox');
  await page.getByText('call.completed').first().waitFor();
  await page.getByRole('link', { name: 'Its webhook' }).click();
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await deliveries.getByRole('button', { name: 'call.completed' }).first().click();
  await dialog().getByText('"call_id"', { exact: false }).first().waitFor();
  await dialog().getByRole('button', { name: 'Send again' }).click();
  await dialog().getByText('Delivered').first().waitFor();
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
  const { body: agents } = await service.request('GET', '/agents');
  const survey = agents.data.find(({ name }: { name: string }) => name === 'Customer survey');
  await curl('/call', { agent_id: survey.agent_id, recipient_phone: '+14155550102', max_duration: 12 });
  await visit(page, `/calls?direction=inbound&agent=${agentId}`);
  await page.getByRole('row').filter({ hasText: 'Calls of Zoe' }).first().click();
  await page.getByText('this is Ava from Riverside Dental').first().waitFor();
});

test('a trunk to a Kamailio is tried, connected and called through', async () => {
  const phone = new StandalonePhone(await freePort());
  const port = await freePort();
  const kamailio = await Kamailio.start(port, { inside: service.address.sipPort, outside: phone.port });
  try {
    await page.getByRole('link', { name: 'Trunks' }).click();
    await button('Connect a trunk').first().click();
    const form = dialog('Connect a trunk');
    await form.getByLabel('Name').fill('Our exchange');
    await form.getByLabel('Host').fill('127.0.0.1');
    await form.getByLabel('Port').fill(String(port));
    await form.getByRole('button', { name: 'Try it' }).click();
    await form.getByText('It answered OPTIONS with 200').waitFor();
    await form.getByRole('button', { name: 'Save trunk' }).click();
    const call = dialog('Call through Our exchange');
    await call.getByLabel('Your number').fill('+493055500001');
    await call.getByRole('button', { name: 'Call me' }).click();
    await phone.next('answered');
    await call.getByRole('button', { name: 'Done' }).click({ timeout: 90_000 });
    await page.getByRole('row').filter({ hasText: 'Our exchange' }).getByText('Active').waitFor();
  } finally {
    await kamailio.close();
    await phone.close();
  }
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
  await viewer.page.getByRole('heading', { name: /Welcome/ }).waitFor();
  for (const path of ['/agents', '/calls', '/batches', '/numbers', '/trunks']) {
    await visit(viewer.page, path);
    const changing = viewer.page.getByRole('main').getByRole('button', { name: /^(New|Place|Buy|Connect|Delete)/ });
    expect([path, await changing.count()]).toEqual([path, 0]);
  }
  await visit(viewer.page, `/agents/${agentId}`);
  expect(await viewer.page.getByRole('button', { name: 'Publish …' }).count()).toBe(0);
  expect(viewer.problems).toEqual([]);
  await viewer.context.close();
});

test('nothing went wrong that a person would not see', () => {
  expect(watched.problems).toEqual([]);
});
