import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage, type PageOptions, visit } from './support/watched-page.ts';

let service: Service;
let browser: Browser;
let owner: Login;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

async function onPage(options: PageOptions, act: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, { login: owner, ...options });
  await visit(page, '/welcome');
  await act(page);
  await context.close();
  expect(problems).toEqual([]);
}

test('the command palette goes to a page by its name, from the keyboard alone', () =>
  onPage({}, async (page) => {
    await page.keyboard.press('Control+k');
    const search = page.getByPlaceholder('Pages and actions');
    await search.waitFor();
    await search.fill('go to home');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    await search.waitFor({ state: 'hidden' });
  }));

test('the palette is a button too, and Escape gives the focus back', () =>
  onPage({}, async (page) => {
    const button = page.getByRole('button', { name: /^Search/ });
    await button.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForFunction((element) => element === document.activeElement, await button.elementHandle());
  }));

test('the first Tab leads past the navigation', () =>
  onPage({}, async (page) => {
    await page.locator('body').press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  }));

test('at phone width the pages are in a drawer, which closes when one is chosen', () =>
  onPage({ width: 390 }, async (page) => {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'Home' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await drawer.waitFor({ state: 'hidden' });
  }));

test('colors are chosen, kept, and stronger than the system', () =>
  onPage({ scheme: 'light' }, async (page) => {
    await page.getByRole('button', { name: /account and colors/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    expect(await scheme()).toBe('dark');
    await visit(page, '/welcome');
    expect(await scheme()).toBe('dark');
  }));

test('an address that leads nowhere says so', () =>
  onPage({}, async (page) => {
    await page.goto('/settings/nothing-like-that');
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  }));
