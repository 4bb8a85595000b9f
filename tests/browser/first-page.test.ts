import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage, visit } from './support/watched-page.ts';

const MOST_BYTES = 260 * 1024;

let service: Service;
let browser: Browser;
let owner: Login;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

test('Home, with all that it loads, is at most 260 KB as it is sent', async () => {
  const { page, context, problems } = await openPage(browser, service, { login: owner });
  const sizes: Record<string, number> = {};
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/')) sizes[pathname] = Number(response.headers()['content-length']);
  });
  await visit(page, '/');
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50 * 1024);
  expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(MOST_BYTES);
  await context.close();
  expect(problems).toEqual([]);
});
