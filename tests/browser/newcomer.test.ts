import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { microphoneFile } from './support/microphone.ts';
import { ReceivedSound } from './support/received-sound.ts';
import { welcomeLink } from './support/sign-in.ts';
import { openPage, type WatchedPage } from './support/watched-page.ts';

// One person's way from the link that the start prints to a running operation. Each step goes on where the last one ended.

let service: Service;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let sound: ReceivedSound;
let agentId: string;

beforeAll(async () => {
  // A greeting lasts five seconds, the answer to it as long: the first words come after the one, the next into the other.
  const microphone = await microphoneFile([8.5, 'yes this is me', 3.5, 'sorry who is calling please', 9]);
  [service, browser] = await Promise.all([Service.start(), launchChromium({ microphone })]);
  watched = await openPage(browser, service, { permissions: ['microphone', 'clipboard-read', 'clipboard-write'] });
  page = watched.page;
  sound = new ReceivedSound(page);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

const step = (number: number) => page.locator(`section[aria-labelledby="step-${number}"]`);
const button = (name: string | RegExp) => page.getByRole('button', { name });

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
  await transcript
    .locator('[data-role=user]')
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
  await transcript
    .locator('[data-role=user]')
    .filter({ hasText: /yes this is me/i })
    .first()
    .waitFor();
  await transcript.locator('[data-role=agent]').filter({ hasText: 'interrupted' }).first().waitFor();
  await transcript
    .locator('[data-role=user]')
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
  const dialog = page.getByRole('dialog');
  await dialog.getByText('this is Zoe from', { exact: false }).first().waitFor();
  await dialog.getByText('Every call that is placed from now on.').waitFor();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
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

test('nothing went wrong that a person would not see', () => {
  expect(watched.problems).toEqual([]);
});
