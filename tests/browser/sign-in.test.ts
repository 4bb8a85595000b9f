import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { asUser, makeUser, welcomeLink } from './support/sign-in.ts';
import { totpCode } from './support/totp.ts';
import { openPage, type WatchedPage } from './support/watched-page.ts';

const EMAIL = 'olivia@example.com';
const PASSWORD = 'a long sentence to remember';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

/** Its problems are none at the end. */
async function onPage(act: (page: Page, watched: WatchedPage) => Promise<void>): Promise<void> {
  const watched = await openPage(browser, service);
  await act(watched.page, watched);
  await watched.context.close();
  expect(watched.problems).toEqual([]);
}

async function fillIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('before there is an owner, the page says how to create one', () =>
  onPage(async (page) => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'There are no users yet' }).waitFor();
    await page.getByText('users invite --role owner').waitFor();
  }));

test('the link makes the owner, names each fault at its field, and signs in', () =>
  onPage(async (page) => {
    await page.goto(welcomeLink(service));
    await page.getByLabel('Your name').fill('Olivia Owner');
    await page.getByLabel('E-mail').fill('olivia');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create my login' }).click();
    await page.getByText('Must be an e-mail address').waitFor();
    await page.getByText('At least 10 characters.', { exact: true }).waitFor();
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create my login' }).click();
    await page.getByRole('heading', { name: 'Welcome, Olivia' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/welcome');
  }));

test('the link works once', () =>
  onPage(async (page) => {
    await page.goto(welcomeLink(service));
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  }));

test('a wrong password is an error, the right one leads to the requested page, and signing out ends the session', () =>
  onPage(async (page) => {
    await page.goto('/welcome?from=here');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillIn(page, 'not the password');
    await page
      .getByText(/password/i, { exact: false })
      .nth(1)
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await fillIn(page, PASSWORD);
    await page.getByRole('heading', { name: 'Welcome, Olivia' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/welcome');
    await page.getByRole('button', { name: /Olivia Owner.*account and colors/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }));

test('`next` never leads to another site', () =>
  onPage(async (page) => {
    await page.goto('/login?next=//example.com/');
    await fillIn(page, PASSWORD);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(service.baseUrl).origin);
  }));

test('a code of the authenticator app is asked for where one is set up', () =>
  onPage(async (page, { context }) => {
    await page.goto('/login');
    await fillIn(page, PASSWORD);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const request = asUser(service, (await context.cookies())[0]!);
    const { secret } = await request('POST', '/totp', { password: PASSWORD });
    await request('POST', '/totp/confirm', { code: totpCode(secret, Date.now()) });
    await context.clearCookies();
    await page.goto('/login');
    await fillIn(page, PASSWORD);
    // The code that has just been used does not work again; the next one does already.
    await page.getByLabel('Code').fill(totpCode(secret, Date.now() + 30_000));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  }));

test('a viewer is not offered what a viewer may not do', async () => {
  const login = await makeUser(service, 'viewer');
  const { page, context, problems } = await openPage(browser, service, { login });
  await page.goto('/welcome');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Call now' }).count()).toBe(0);
  await context.close();
  expect(problems).toEqual([]);
});
