import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeDeepgram } from '../../server/src/providers/testing/fake-deepgram.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { expectAccessible } from './support/accessible-page.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { openPage, type PageOptions, visit } from './support/watched-page.ts';

/** The simulated phone that answers and talks. */
const TALKS = '+12025550101';

let service: Service;
let browser: Browser;
let owner: Login;
let deepgram: FakeDeepgram;

beforeAll(async () => {
  [service, browser, deepgram] = await Promise.all([Service.start(), launchChromium(), FakeDeepgram.start()]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove(), deepgram?.close()]));

/** Its problems are none at the end. */
async function onPage(path: string, act: (page: Page) => Promise<void>, options: PageOptions = {}): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, { login: owner, ...options });
  page.setDefaultTimeout(20_000);
  await visit(page, path);
  await act(page);
  await context.close();
  expect(problems).toEqual([]);
}

const providers = async () => (await service.request('GET', '/providers')).body.data;
const firstAgent = async () => (await service.request('GET', '/agents')).body.data[0];

/** A provider that the account has, without the dashboard. */
async function connected(name: string, settings: object = {}): Promise<any> {
  const body = { vendor: 'deepgram', name, api_key: deepgram.apiKey, base_url: deepgram.url, ...settings };
  return (await service.request('POST', '/providers', { body })).body;
}
const disconnect = (provider: any) => service.request('DELETE', `/providers/${provider.provider_id}`);

test('a vendor is connected with a key, tested at once, and heard; a wrong key is a step that says what to do', () =>
  onPage(
    '/settings/providers',
    async (page) => {
      await page.getByRole('heading', { name: 'No provider yet' }).waitFor();
      await page.getByRole('button', { name: 'Connect a provider' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Vendor' }).click();
      await page.getByRole('option', { name: /^Deepgram/ }).click();
      // What the vendor needs is the service's to say.
      await dialog.getByRole('button', { name: 'Save and test' }).click();
      await dialog.getByText('api_key is missing').waitFor();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Main');
      await dialog.getByLabel('Key', { exact: true }).fill('wrong-key');
      await dialog.getByLabel('Base address').fill(deepgram.url);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save and test' }).click();
      await dialog.getByRole('status', { name: 'It does not work yet' }).waitFor();
      expect(await dialog.getByText('wrong-key').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Change settings' }).click();
      await dialog.getByLabel('New key').fill(deepgram.apiKey);
      await dialog.getByRole('button', { name: 'Save and test' }).click();
      await dialog.getByRole('status', { name: 'It works' }).waitFor();
      await dialog.getByText(deepgram.heard).waitFor();
      await dialog.getByText(/^Speaks: .*aura-2-thalia-en/).waitFor();
      await expectAccessible(page);
      const played = page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const play = HTMLMediaElement.prototype.play;
            HTMLMediaElement.prototype.play = function () {
              this.addEventListener('ended', () => resolve('ended'));
              this.addEventListener('error', () => resolve(this.error!.message));
              return play.call(this);
            };
          }),
      );
      await dialog.getByRole('button', { name: 'Listen to it' }).click();
      expect(await played).toBe('ended');
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('row', { name: /Main.*Deepgram.*Stored.*1 voice/ }).waitFor();
      await expectAccessible(page);
      expect(await page.content()).not.toContain(deepgram.apiKey);
      for (const provider of await providers()) await disconnect(provider);
    },
    { width: 1440 },
  ));

test('it is tested again with other names, renamed with a warning, and removed with word of who uses it', async () => {
  const provider = await connected('Main');
  const { agent_id: agentId, name } = await firstAgent();
  const patch = (body: object) => service.request('PATCH', `/agents/${agentId}`, { body });
  expect((await patch({ voice_id: `Main/${deepgram.voice}` })).status).toBe(200);
  await onPage('/settings/providers', async (page) => {
    const dialog = page.getByRole('dialog');
    const choose = async (what: string | RegExp) => {
      await page.getByRole('button', { name: /^More about/ }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    await choose('Test');
    await dialog.getByLabel('Voice').fill('aura-2-orion-en');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await dialog.getByText(/^Speaks: .*aura-2-orion-en/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Main' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Second');
    await dialog.getByText(`${name} (`).waitFor();
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await dialog.getByRole('heading', { name: 'Test of Second' }).waitFor();
    await dialog.getByRole('status', { name: 'It works' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Second/ }).waitFor();
    await patch({ voice_id: `Second/${deepgram.voice}` });
    await page.reload();
    await choose(/^Remove/);
    await dialog.getByText(new RegExp(`^${name} \\(.*voice\\)`)).waitFor();
    await dialog.getByRole('button', { name: 'Remove provider' }).click();
    await page.getByText('The provider Second is removed.').waitFor();
    await page.getByRole('heading', { name: 'No provider yet' }).waitFor();
  });
  expect(await providers()).toEqual([]);
  await patch({ voice_id: 'builtin/rms' });
  await disconnect(provider);
});

test('a vendor whose lists cannot be read says why, at phone width', async () => {
  const dead = await connected('Dead', { base_url: 'http://127.0.0.1:2' });
  await onPage(
    '/settings/providers',
    async (page) => {
      await page.getByText('Not listed').waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Dead' }).click();
      await page.getByRole('dialog').getByLabel('New key').waitFor();
      await expectAccessible(page);
    },
    { width: 390 },
  );
  await disconnect(dead);
});

test('a member sees which permission the page needs; the palette leads to it', async () => {
  const member = await makeUser(service, 'member');
  await onPage(
    '/settings/providers',
    async (page) => {
      await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
      expect(await page.getByRole('link', { name: 'Providers' }).count()).toBe(0);
    },
    { login: member },
  );
  await onPage('/', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Pages and actions').fill('settings: providers');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/settings/providers');
  });
});

test('a provider that fails in calls is shown, with what calls do about it', async () => {
  // Nothing listens there.
  const mouth = await connected('Mouth', {
    vendor: 'openai-compatible',
    base_url: `http://127.0.0.1:${await freePort()}`,
  });
  const { agent_id } = (
    await service.request('POST', '/agents', {
      body: { name: 'Hoarse', prompt: 'Be brief.', first_message: 'Hello.', voice_id: 'Mouth/low' },
    })
  ).body;
  await onPage('/settings/providers', async (page) => {
    const { call_id } = (await service.request('POST', '/call', { body: { agent_id, recipient_phone: TALKS } })).body;
    await page.getByRole('status').getByText('Mouth fails as voice').waitFor();
    await expectAccessible(page);
    await service.request('POST', `/calls/${call_id}/hangup`);
  });
  await service.request('DELETE', `/agents/${agent_id}`);
  await disconnect(mouth);
});

test('a price is set, changed in place of the one that comes with Parley, and removed', () =>
  onPage('/settings/prices', async (page) => {
    const prices = page.getByRole('table', { name: 'Prices' });
    await prices.getByRole('row').filter({ hasText: 'Parley' }).first().waitFor();
    await page.getByRole('button', { name: 'Set a price' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Provider').fill('Mouth');
    await dialog.getByRole('combobox', { name: 'For' }).click();
    await page.getByRole('option', { name: 'a million characters spoken' }).click();
    await dialog.getByLabel('Price in USD').fill('12.5');
    await dialog.getByRole('button', { name: 'Save price' }).click();
    const own = prices.getByRole('row').filter({ hasText: 'Mouth' });
    await own.getByText('$12.50').waitFor();
    await own.getByRole('button', { name: /^Change the price/ }).click();
    await dialog.getByLabel('Price in USD').fill('0.0004');
    await dialog.getByRole('button', { name: 'Save price' }).click();
    await own.getByText('$0.0004').waitFor();
    const { data } = (await service.request('GET', '/prices')).body;
    expect(data.filter(({ source }: any) => source === 'account')).toMatchObject([
      { provider: 'Mouth', name: '*', unit: 'million_characters', price_micros: 400 },
    ]);
    await expectAccessible(page);
    await own.getByRole('button', { name: /^Remove the price/ }).click();
    await page.getByRole('button', { name: 'Remove price' }).click();
    await own.waitFor({ state: 'detached' });
  }));
