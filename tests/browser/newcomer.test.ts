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

beforeAll(async () => {
  const microphone = await microphoneFile([6.5, 'yes this is me', 3, 'sorry who is calling please', 9]);
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
    .getByText(/The call is over/)
    .waitFor();
});

test('nothing went wrong that a person would not see', () => {
  expect(watched.problems).toEqual([]);
});
