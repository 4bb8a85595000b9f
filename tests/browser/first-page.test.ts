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

test('Home, with all that it loads, is at most 260 KB on the wire', async () => {
  const { page, context, problems } = await openPage(browser, service, { login: owner });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const sizes = new Map<string, number>();
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await visit(page, '/');
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50 * 1024);
  expect(total).toBeLessThanOrEqual(MOST_BYTES);
  expect(problems).toEqual([]);
});
