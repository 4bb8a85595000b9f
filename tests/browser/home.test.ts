import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { placeCall } from './support/sample-calls.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { openPage, visit } from './support/watched-page.ts';

let service: Service;
let browser: Browser;
let owner: Login;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

test('a call is seen while it lasts, counted when it is over, and explained where it failed, without a reload', async () => {
  const { page, context, problems } = await openPage(browser, service, { login: owner });
  await visit(page, '/');
  await page.getByText('No live calls.').waitFor();
  await page.getByText('Nothing went wrong in the last 24 hours.').waitFor();
  const today = page.locator('dl > div').filter({ hasText: 'Ended today' }).locator('dd').first();
  expect(await today.textContent()).toBe('0');

  await placeCall(service, '+12025550105');
  const rows = page.getByRole('table', { name: 'Live calls' }).getByRole('row');
  await page.getByText('Declined', { exact: true }).waitFor();
  await today.getByText('1', { exact: true }).waitFor();

  const { call_id: callId } = await placeCall(service, '+12025550101');
  await rows.filter({ hasText: '+1 202 555 0101' }).getByText('Talking').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Place a call' }).getByText('(done)').waitFor();
  await service.request('POST', `/calls/${callId}/hangup`);
  await page.getByText('No live calls.').waitFor();
  await page.getByRole('link', { name: 'last one' }).click();
  await page.waitForURL(/\/calls\/call_/);
  await context.close();
  expect(problems).toEqual([]);
});

test('a viewer sees the figures, and is offered no call', async () => {
  const login = await makeUser(service, 'viewer');
  const { page, context, problems } = await openPage(browser, service, { login });
  await visit(page, '/');
  await page.getByText('Ended today').waitFor();
  expect(await page.getByRole('link', { name: 'Try an agent' }).count()).toBe(0);
  for (const offer of ['First steps', 'Connect a trunk']) expect(await page.getByText(offer).count()).toBe(0);
  await context.close();
  expect(problems).toEqual([]);
});
