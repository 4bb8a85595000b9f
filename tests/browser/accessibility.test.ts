import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { seriousFindings } from './support/accessible-page.ts';
import { launchChromium } from './support/chromium.ts';
import { allPages, type DashboardPage, show } from './support/pages.ts';
import { placeQuickCalls } from './support/sample-calls.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage, sidewaysPx } from './support/watched-page.ts';

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

/**
 * Of all pages that are seen with a login, or without one. Each is light at one width and dark at the other, in turn;
 * what opens on a page is looked at once.
 */
async function findingsAt(width: number, isPublic: boolean): Promise<Record<string, string[]>> {
  const { page, context, problems } = await openPage(browser, service, isPublic ? { width } : { login: owner, width });
  const findings: Record<string, string[]> = {};
  for (const [index, each] of pages.entries()) {
    if ((each.isPublic ?? false) !== isPublic) continue;
    const isPhone = width < 600;
    if (each.open && isPhone === index % 4 < 2) continue;
    await page.emulateMedia({ colorScheme: isPhone === (index % 2 === 0) ? 'dark' : 'light' });
    await show(page, each);
    const found = await seriousFindings(page);
    const overflow = await sidewaysPx(page);
    if (overflow > 0) found.push(`${overflow} px wider than the window`);
    const own = problems.splice(0);
    if (each.failure === undefined) found.push(...own);
    if (found.length > 0) findings[each.name] = found;
  }
  await context.close();
  return findings;
}

/** For every page, on a host that has other things to do. */
const TIMEOUT_MS = 300_000;

// At once: a page that settles needs time more than it needs the processor.
describe.concurrent('no page has a serious finding, an error or a sideways scroll', { timeout: TIMEOUT_MS }, () => {
  test.each([1440, 390])('at %i px', async (width) => expect(await findingsAt(width, false)).toEqual({}));
  test.each([1440, 390])('at %i px, without a login', async (width) =>
    expect(await findingsAt(width, true)).toEqual({}),
  );
});
