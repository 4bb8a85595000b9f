import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { allPages, type DashboardPage } from './support/pages.ts';
import { placeQuickCalls } from './support/sample-calls.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage, visit } from './support/watched-page.ts';

let service: Service;
let browser: Browser;
let owner: Login;
let pages: DashboardPage[];

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
  await placeQuickCalls(service);
  pages = await allPages(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

/** For every page, on a host that has other things to do. */
const TIMEOUT_MS = 600_000;

// At once: a page that settles needs time more than it needs the processor.
describe.each(['light', 'dark'] as const)('%s', { timeout: TIMEOUT_MS, concurrent: true }, (scheme) => {
  test.each([1440, 390])('at %i px no page has a serious finding, an error or a sideways scroll', async (width) => {
    const findings: Record<string, string[]> = {};
    for (const { name, path, isPublic } of pages) {
      const { page, context, problems } = await openPage(browser, service, {
        ...(isPublic ? {} : { login: owner }),
        width,
        scheme,
      });
      await visit(page, path);
      // What axe loads ahead of time for a waveform's shadow tree is a style that the page's policy refuses.
      const { violations } = await new AxeBuilder({ page }).options({ preload: false }).analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const found = [
        ...serious.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.html}`)),
        ...problems,
        ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
      ];
      if (found.length > 0) findings[name] = found;
      await context.close();
    }
    expect(findings).toEqual({});
  });
});
