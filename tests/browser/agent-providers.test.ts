import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeDeepgram } from '../../server/src/providers/testing/fake-deepgram.ts';
import { Service } from '../support/service.ts';
import { expectAccessible } from './support/accessible-page.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage, type PageOptions, visit } from './support/watched-page.ts';

let service: Service;
let browser: Browser;
let owner: Login;
let deepgram: FakeDeepgram;

beforeAll(async () => {
  [service, browser, deepgram] = await Promise.all([Service.start(), launchChromium(), FakeDeepgram.start()]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove(), deepgram?.close()]));

async function onEditor(act: (page: Page, id: string) => Promise<void>, options: PageOptions = {}): Promise<void> {
  const body = { name: 'Edited', prompt: 'Say hello.', first_message: 'Hello {{name}}.', variables: { name: 'Maria' } };
  const { agent_id: id } = (await service.request('POST', '/agents', { body })).body;
  const { page, context, problems } = await openPage(browser, service, { login: owner, ...options });
  page.setDefaultTimeout(20_000);
  await visit(page, `/agents/${id}`);
  await act(page, id);
  await context.close();
  expect(problems).toEqual([]);
}

const connect = async (settings: object): Promise<any> =>
  (await service.request('POST', '/providers', { body: { vendor: 'deepgram', api_key: deepgram.apiKey, ...settings } }))
    .body;
const disconnect = (provider: any) => service.request('DELETE', `/providers/${provider.provider_id}`);

test('recognizer and fallbacks are chosen, put in order, checked and published', async () => {
  const provider = await connect({ name: 'deepgram', base_url: deepgram.url });
  await onEditor(async (page, id) => {
    const field = (name: string) => page.getByRole('combobox', { name, exact: true });
    await page.getByPlaceholder('Best available (deepgram)').waitFor();
    await field('Recognizer').fill('flux general-en');
    await page.getByRole('option', { name: /deepgram\/flux-general-en/ }).click();
    const add = page.getByRole('button', { name: 'Add a fallback of the voice' });
    await add.click();
    // By what a person calls it, not by its identifier.
    await field('Fallback 1 of the voice').fill('Thalia');
    await page.getByRole('option', { name: new RegExp(deepgram.voice) }).click();
    await add.click();
    await field('Fallback 2 of the voice').fill('builtin/slt');
    await add.click();
    expect(await add.count()).toBe(0);
    await field('Fallback 3 of the voice').fill('nowhere/x');
    await page.getByText('The provider nowhere is not configured here').waitFor();
    await page.getByRole('button', { name: 'Remove fallback 3 of the voice' }).click();
    await page.getByRole('button', { name: 'Move fallback 2 of the voice up' }).click();
    expect(await field('Fallback 1 of the voice').inputValue()).toBe('builtin/slt');
    await page.getByText('Draft saved, not published').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Recognizer' }).waitFor();
    await dialog.getByRole('heading', { name: 'Fallbacks' }).waitFor();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Version 2 is published.').waitFor();
    expect((await service.request('GET', `/agents/${id}`)).body).toMatchObject({
      transcriber: 'deepgram/flux-general-en',
      fallbacks: { transcriber: [], model: [], voice_id: ['builtin/slt', `deepgram/${deepgram.voice}`] },
    });
    await field('Recognizer').fill('');
    await page.getByText('Draft saved, not published').waitFor();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Version 3 is published.').waitFor();
    expect((await service.request('GET', `/agents/${id}`)).body.transcriber).toBeNull();
    await service.request('DELETE', `/agents/${id}`);
  });
  await disconnect(provider);
});

test("a vendor's voice says the first message, and a refusal is shown in words", async () => {
  const provider = await connect({ name: 'Good', base_url: deepgram.url });
  const refused = await connect({ name: 'Refused', base_url: deepgram.url, api_key: 'wrong' });
  await onEditor(async (page) => {
    const play = page.getByRole('button', { name: 'Play', exact: true });
    const voice = page.getByRole('combobox', { name: 'Voice', exact: true });
    await voice.fill(`Good/${deepgram.voice}`);
    const said = page.waitForRequest((request) => request.url().endsWith('/voices/preview'));
    await play.click();
    expect((await said).postDataJSON()).toMatchObject({ voice_id: `Good/${deepgram.voice}`, text: 'Hello Maria.' });
    expect((await (await said).response())!.headers()['content-type']).toBe('audio/wav');
    await voice.fill('Refused/x');
    await play.click();
    await page.getByText('That did not work').waitFor();
  });
  await Promise.all([disconnect(provider), disconnect(refused)]);
});

test('a provider that cannot be asked is named, and the editor works all the same', async () => {
  const dead = await connect({ name: 'Dead', base_url: 'http://127.0.0.1:2' });
  await onEditor(
    async (page) => {
      await page.getByText('Some providers could not list what they offer').waitFor();
      await page.getByText(/^Dead: /).waitFor();
      await page.getByRole('combobox', { name: 'Voice', exact: true }).fill('Dead/any');
      await page.getByRole('button', { name: 'Add a fallback of the recognizer' }).click();
      await expectAccessible(page);
    },
    { width: 390 },
  );
  await disconnect(dead);
});
