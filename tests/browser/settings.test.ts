import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { expectAccessible } from './support/accessible-page.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { totpCode } from './support/totp.ts';
import { openPage, visit } from './support/watched-page.ts';

let service: Service;
let browser: Browser;
let owner: Login;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

/** Its problems are none at the end. */
async function onPage(path: string, login: Login | null, act: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, login ? { login } : {});
  await visit(page, path);
  await act(page);
  await context.close();
  expect(problems).toEqual([]);
}

/** Nothing serious in what is open now. */
const statusWith = async (key: string) => (await service.request('GET', '/agents', { key })).status;

test('an API key is created, shown once, renamed, rotated and revoked', () =>
  onPage('/settings/keys', owner, async (page) => {
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.locator('[aria-invalid=true]').first().waitFor();
    await dialog.getByLabel('Name').fill('Reports');
    await dialog.getByRole('button', { name: 'Read only' }).click();
    expect(await dialog.getByRole('checkbox', { name: 'agents:read' }).isChecked()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: 'calls:write' }).isChecked()).toBe(false);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const shown = dialog.getByText(/^vk_live_[0-9A-Za-z]{38}$/);
    const key = (await shown.textContent()) ?? '';
    await dialog.getByText('curl -sS').waitFor();
    await expectAccessible(page);
    expect(await statusWith(key)).toBe(200);
    // A slip does not close what is shown once.
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(key);
    const row = page.getByRole('row', { name: /Reports/ });
    const act = async (what: string) => {
      await row.getByRole('button', { name: /Actions for the key/ }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    await act('Rename');
    await dialog.getByLabel('Name').fill('Weekly <b>reports</b>');
    await dialog.getByRole('button', { name: 'Rename key' }).click();
    await row.getByText('<b>').waitFor({ state: 'hidden' });
    const renamed = page.getByRole('row', { name: /Weekly <b>reports<\/b>/ });
    await renamed.getByRole('button', { name: /Actions for the key/ }).click();
    await page.getByRole('menuitem', { name: 'Rotate' }).click();
    await dialog.getByLabel('The old key stays valid').selectOption('Not at all: it has leaked');
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const next = (await dialog.getByText(/^vk_live_[0-9A-Za-z]{38}$/).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    expect([await statusWith(key), await statusWith(next)]).toEqual([401, 200]);
    await page.getByRole('button', { name: `…${next.slice(-4)}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await dialog.getByText('lose access immediately').waitFor();
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('The key is revoked.').waitFor();
    expect(await statusWith(next)).toBe(401);
  }));

test('a user is invited by a link, gets another role, is disabled and removed', () =>
  onPage('/settings/users', owner, async (page) => {
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('vera@example.com');
    await dialog.getByRole('radio', { name: 'Viewer' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Invite user' }).click();
    const link = (await dialog.getByText(/\/welcome\/[\w-]{43}$/).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /vera@example.com.*Invited/ }).waitFor();
    const other = await openPage(browser, service);
    await other.page.goto(link);
    await other.page.getByLabel('Your name').fill('Vera <i>Viewer</i>');
    await other.page.getByLabel('Password', { exact: true }).fill('a long sentence to remember');
    await other.page.getByRole('button', { name: 'Create my login' }).click();
    await other.page.waitForURL(({ pathname }) => !pathname.startsWith('/welcome/'));
    await other.page.goto('/settings/users');
    await other.page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await other.page.getByRole('link', { name: 'API Keys' }).count()).toBe(0);
    await page.reload();
    const row = page.getByRole('row', { name: /Vera <i>Viewer<\/i>.*Active/ });
    await row.getByLabel(/Role of/).selectOption('Member');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await page.getByText('is member now').waitFor();
    await row.getByRole('button', { name: /Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable user' }).click();
    await page.getByRole('row', { name: /Vera.*Disabled/ }).waitFor();
    await other.page.goto('/settings/profile');
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.context.close();
    await page.getByRole('button', { name: 'Actions for Vera' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove user' }).click();
    await page.getByText('The user is removed.').waitFor();
    await page.getByRole('row', { name: /Vera/ }).waitFor({ state: 'hidden' });
  }));

test('the only owner stays one, and sees why', () =>
  onPage('/settings/users', owner, async (page) => {
    await page.getByLabel(`Role of Olivia Owner`).selectOption('Viewer');
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    await page.getByText("This is the account's only owner").waitFor();
    expect(await page.getByLabel(`Role of Olivia Owner`).inputValue()).toBe('owner');
  }));

test('an authenticator app is set up by its QR code, asks at sign-in, and is removed', async () => {
  const member = await makeUser(service, 'member');
  await onPage('/settings/security', member, async (page) => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Set up app' }).click();
    await dialog.getByRole('textbox', { name: 'Your password' }).fill('not my password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('is not your password').waitFor();
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(member.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await expectAccessible(page);
    const secret = ((await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '');
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn it on' }).click();
    await dialog.getByText('is not the one that the app shows').waitFor();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Date.now()));
    await dialog.getByRole('button', { name: 'Turn it on' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    await expectAccessible(page);
    const recoveryCode = (await codes.first().textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();
    await onPage('/login', null, async (login) => {
      await login.getByLabel('E-mail').fill(member.email);
      await login.getByLabel('Password', { exact: true }).fill(member.password);
      await login.getByRole('button', { name: 'Sign in' }).click();
      await login.getByLabel('Code').fill(recoveryCode);
      await login.getByRole('button', { name: 'Sign in' }).click();
      await login.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'hidden' });
    });
    await page.getByRole('button', { name: 'Remove app' }).click();
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(member.password);
    await dialog.getByRole('button', { name: 'Remove app' }).click();
    await page.getByRole('button', { name: 'Set up app' }).waitFor();
    await visit(page, '/settings/sessions');
    await page.getByRole('row', { name: /This one/ }).waitFor();
    await page
      .getByRole('button', { name: /End the session of/ })
      .first()
      .click();
    await page.getByText('That session has ended.').waitFor();
  });
});

test('the audit log is filtered in its address, opens to what was before and after, and is downloaded', () =>
  onPage('/settings/account', owner, async (page) => {
    await page.getByLabel('Name').fill('City <script>Dental</script>');
    await page.getByRole('button', { name: 'Save account' }).click();
    await page.getByText('The account is saved.').waitFor();
    await visit(page, '/settings/audit');
    await page.getByLabel('What').selectOption('Account');
    await page.waitForURL(/action=account/);
    const entry = page.getByRole('button', { name: /Account updated/ });
    await entry.click();
    await page.getByText('City <script>Dental</script>').last().waitFor();
    await expectAccessible(page);
    await page.reload();
    expect(await page.getByLabel('What').inputValue()).toBe('account');
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByRole('heading', { name: 'Nothing was changed' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await entry.waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('audit-log.csv');
  }));

test('language and time zone of the profile are those of every time at once', () =>
  onPage('/settings/profile', owner, async (page) => {
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await page.getByRole('combobox', { name: 'Dates and numbers' }).click();
    await page.getByRole('option', { name: /German \(Germany\)/ }).click();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    await page.getByRole('link', { name: 'Sessions' }).click();
    const time = page
      .getByRole('row', { name: /This one/ })
      .locator('time')
      .nth(1);
    const shown = (await time.textContent()) ?? '';
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const expected = new Intl.DateTimeFormat('de-DE', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Europe/Berlin',
    });
    expect(shown).toBe(expected.format(at));
  }));
