import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Service } from '../../support/service.ts';
import type { Login } from './sign-in.ts';

export interface PageOptions {
  /** Whose session it has; left out: none. */
  login?: Login;
  /** Pixels; 1440 when left out. */
  width?: number;
  scheme?: 'light' | 'dark';
  permissions?: string[];
}

export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** What a person would never see: errors of scripts, of the Content-Security-Policy, and of the service. */
  problems: string[];
}

/** A refused request is written to the console by the browser itself; pages are tested with refusals too. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

export async function openPage(browser: Browser, service: Service, options: PageOptions = {}): Promise<WatchedPage> {
  const { login, width = 1440, scheme = 'light', permissions = [] } = options;
  const origin = new URL(service.baseUrl).origin;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 600 ? 844 : 900 },
    // Without it a phone would have a desktop's scroll bars.
    isMobile: width < 600,
    colorScheme: scheme,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    permissions,
  });
  if (login) await context.addCookies([{ ...login.cookie, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSAL.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
  return { page, context, problems };
}

/** Opens a page of the dashboard, and resolves when nothing of it is still loading. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/** The page has its heading, and no placeholder of what is loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[data-loading-lines]') === null);
}

/** Pixels of the page beside the window. On a phone the window itself widens (`innerWidth`), so it is asked what it was opened with. */
export async function sidewaysPx(page: Page): Promise<number> {
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  return Math.max(0, widest - (page.viewportSize()?.width ?? 0));
}
