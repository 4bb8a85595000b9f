import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
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

test('how long data is kept is changed after a question; a person is forgotten', async () => {
  const { body: agents } = await service.request('GET', '/agents');
  const call = { agent_id: agents.data[0].agent_id, recipient_phone: '+12025550102' };
  const { body: placed } = await service.request('POST', '/call', { body: call });
  await service.callOver(placed.call_id);
  const { page, context, problems } = await openPage(browser, service, { login: owner });
  await visit(page, '/settings/retention');
  await page.getByLabel('Recordings').fill('30');
  await page.getByRole('button', { name: 'Save retention' }).click();
  await page
    .getByRole('dialog')
    .getByText('Recordings of calls that ended more than 30 days ago are deleted.')
    .waitFor();
  await page.getByRole('button', { name: 'Save and delete' }).click();
  await page.getByText('The retention settings are saved.').waitFor();
  await page.reload();
  expect(await page.getByLabel('Recordings').inputValue()).toBe('30 days');
  await page.getByLabel('Recordings').fill('');
  await page.getByRole('button', { name: 'Save retention' }).click();
  await page.getByText('The retention settings are saved.').waitFor();

  await page.getByLabel('Number of the person').fill('2025550102');
  await page.getByRole('button', { name: 'Erase data …' }).click();
  await page.getByText(/must be in E.164 format/i).waitFor();
  await page.getByLabel('Number of the person').fill('+12025550102');
  await page.getByRole('button', { name: 'Erase data …' }).click();
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
  await page.getByRole('button', { name: 'Erase the data' }).click();
  await page.getByText('The data is erased').waitFor();
  const { body: calls } = await service.request('GET', '/calls?phone=%2B12025550102');
  expect(calls.data).toEqual([]);
  await context.close();
  expect(problems).toEqual([]);
});

test('an admin does not see it', async () => {
  const admin = await makeUser(service, 'admin');
  const { page, context } = await openPage(browser, service, { login: admin });
  await visit(page, '/settings/profile');
  expect(await page.getByRole('link', { name: 'Data retention' }).count()).toBe(0);
  await page.goto('/settings/retention');
  await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
  await context.close();
});
