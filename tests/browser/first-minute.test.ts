import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage, visit } from './support/watched-page.ts';

let service: Service;
let browser: Browser;
let owner: Login;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

test('without leave for the microphone it says what to do', async () => {
  const { page, context, problems } = await openPage(browser, service, { login: owner });
  await visit(page, '/welcome');
  await page.getByRole('button', { name: 'Talk', exact: true }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /microphone/ })
    .waitFor();
  await page.getByRole('button', { name: 'Talk again' }).waitFor();
  await context.close();
  expect(problems).toEqual([]);
});

test('the key that is made works, and the command with it is complete', async () => {
  const { page, context, problems } = await openPage(browser, service, { login: owner });
  await visit(page, '/welcome');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const key = await page.getByText(/^vk_live_/).textContent();
  const command = await page.getByText(/^curl /).textContent();
  expect(command).toContain(`Bearer ${key}`);
  const { status } = await service.request('GET', '/calls', { key });
  expect(status).toBe(200);
  await context.close();
  expect(problems).toEqual([]);
});
