import { type IncomingCall, UserAgent } from '@parley/sip';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeOpenAi } from '../support/fake-openai.ts';
import { lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { ToolServer } from '../support/tool-server.ts';
import { launchChromium } from './support/chromium.ts';
import { microphoneFile } from './support/microphone.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { openPage, visit } from './support/watched-page.ts';

let service: Service;
let browser: Browser;
let owner: Login;
let agentId: string;
let llm: FakeOpenAi;
let company: ToolServer;

beforeAll(async () => {
  const microphone = await microphoneFile([1, 'yes this is me']);
  company = await ToolServer.start();
  llm = await FakeOpenAi.start(({ body: { messages } }) => {
    if (messages.some(({ role }: any) => role === 'tool')) return { text: ['It is booked.'] };
    return { toolCalls: [{ id: 'c1', name: 'book', arguments: '{"day":"Friday"}' }] };
  });
  const environment = {
    PARLEY_LLM_URL: llm.url,
    PARLEY_LLM_MODEL: 'test-model',
    PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  };
  [service, browser] = await Promise.all([Service.start(environment), launchChromium({ microphone })]);
  owner = await makeOwner(service);
  agentId = (await service.request('GET', '/agents')).body.data[0].agent_id;
});
afterAll(() => Promise.all([browser?.close(), service?.remove(), llm?.close(), company?.close()]));

/** A call to a person who talks and never hangs up. It must end without problems. */
async function onLiveCall(
  act: (page: Page, callId: string) => Promise<void>,
  login: Login = owner,
  agent_id = agentId,
): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, { login });
  const { body } = await service.request('POST', '/call', {
    body: { agent_id, recipient_phone: '+12025550114', variables: { name: 'Maria' } },
  });
  await visit(page, `/calls/${body.call_id}`);
  try {
    await act(page, body.call_id);
  } finally {
    await context.close();
    await service.request('POST', `/calls/${body.call_id}/hangup`);
  }
  await service.callOver(body.call_id);
  expect(problems).toEqual([]);
}

const spokenLog = (page: Page) => page.getByRole('log', { name: 'What is being said' });
const eventOf = (page: Page, words: string) => page.getByRole('list', { name: 'Events' }).getByText(words).first();

test('the transcript grows, a hint is obeyed, a person takes over and gives back, and hangs up', () =>
  onLiveCall(async (page, callId) => {
    await page.getByRole('button', { name: 'Listen in' }).click();
    await page.getByRole('button', { name: 'Stop listening' }).waitFor();
    await spokenLog(page).getByText('Hello Maria').first().waitFor();
    await page.getByLabel('Whisper to the agent').fill('say: We also have a slot on Friday.');
    await page.getByRole('button', { name: 'Whisper' }).click();
    await page.getByRole('list', { name: 'Hints that were given' }).getByText('slot on Friday').waitFor();
    await spokenLog(page).getByText('We also have a slot on Friday').waitFor();

    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    await page.getByText('You have taken over: the person hears you.').waitFor();
    await eventOf(page, 'A user took over').waitFor();
    await page.getByRole('button', { name: 'Give back to the agent' }).click();
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    await eventOf(page, 'Given back to the agent').waitFor();

    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hang up' }).click();
    // The same page shows what was recorded.
    await page.getByRole('slider', { name: 'Position in the recording' }).waitFor();
    await page.getByRole('list', { name: 'Transcript' }).getByText('We also have a slot on Friday').waitFor();
    expect((await service.callOver(callId)).status).toBe('completed');
  }));

test('a person is transferred to a number, and the page of the call says whom to', () =>
  onLiveCall(async (page, callId) => {
    await spokenLog(page).getByText('Hello Maria').first().waitFor();
    await page.getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer the call' });
    await dialog.getByLabel('To the number').fill('+1 202 555 0101');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await page.getByText('Transferred to').waitFor();
    // A simulated line takes the call away at once: the page may show the call that is over before it shows this.
    await page.getByRole('tab', { name: 'Events' }).click();
    await eventOf(page, 'Transfer requested').waitFor();
    expect(await service.callOver(callId)).toMatchObject({
      end_reason: 'transferred',
      transferred_to: '+12025550101',
    });
  }));

test('a person is handed over to a softphone, which is offered once it is registered, and rings', async () => {
  const { body: softphone } = await service.request('POST', '/softphones', { body: { name: 'desk' } });
  const rings = Promise.withResolvers<IncomingCall>();
  const host = '127.0.0.1';
  const telephone = await UserAgent.start({
    ...{ host, port: await lastingPort(), userAgentName: 'desk telephone', onInvite: (call) => rings.resolve(call) },
  });
  const port = service.address.sipPort;
  const { username, password } = softphone;
  const request = {
    ...{ registrar: `sip:${host}:${port}`, addressOfRecord: `sip:${username}@${host}`, contactUser: username },
    hop: { protocol: 'udp', host, port } as const,
  };
  await new Promise<void>((resolve) => {
    telephone.register(request, { username, password }, ({ kind }) => kind === 'registered' && resolve());
  });
  await onLiveCall(async (page) => {
    await spokenLog(page).getByText('Hello Maria').first().waitFor();
    await page.getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer the call' });
    await dialog.getByText('Softphones that are registered are offered.').waitFor();
    await dialog.getByLabel('To the number').click();
    await page.getByRole('option', { name: 'softphone:desk' }).click();
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    (await rings.promise).reject(486);
    await page.getByRole('button', { name: 'Transfer' }).waitFor();
  });
  await telephone.close();
  await service.request('DELETE', `/softphones/${softphone.softphone_id}`);
});

test('a colleague joins the call, the agent is removed from the conference, and the colleague hands the person on', () =>
  onLiveCall(async (page, callId) => {
    await spokenLog(page).getByText('Hello Maria').first().waitFor();
    await page.getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer the call' });
    await dialog.getByLabel('To the number').fill('+1 202 555 0114');
    await dialog.getByRole('combobox', { name: 'Type of transfer' }).click();
    await page.getByRole('option', { name: 'Conference with the agent' }).click();
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await eventOf(page, 'Transferring').waitFor();
    // It is there when the colleague is.
    await page.getByRole('button', { name: 'Remove agent' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove agent' }).click();
    await eventOf(page, 'The agent left').waitFor();
    await page.getByRole('button', { name: 'Remove agent' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Transfer' }).click();
    await dialog.getByText('the two who are talking now continue').waitFor();
    // What remains takes no agent.
    expect(await dialog.getByRole('combobox', { name: 'Type of transfer' }).count()).toBe(0);
    await dialog.getByLabel('To the number').fill('+1 202 555 0101');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await service.callWhen(callId, ({ transferred_to }: any) => transferred_to === '+12025550101');
  }));

test('audio moves the meter, and words appear before the turn is complete', () =>
  onLiveCall(async (page) => {
    await page.getByRole('button', { name: 'Listen in' }).click();
    const level = page.getByRole('img', { name: 'You are listening' }).locator('span');
    await expect
      .poll(() => level.evaluate((bar) => new DOMMatrix(getComputedStyle(bar).transform).a), { timeout: 20_000 })
      .toBeGreaterThan(0.2);
    await spokenLog(page).getByText('…').first().waitFor();
  }));

test('a viewer may listen, and neither whisper nor take over, transfer or hang up', async () => {
  const viewer = await makeUser(service, 'viewer');
  await onLiveCall(async (page) => {
    await page.getByRole('button', { name: 'Listen in' }).click();
    await page.getByRole('button', { name: 'Stop listening' }).waitFor();
    for (const name of ['Take over', 'Transfer', 'Hang up', 'Whisper']) {
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    }
  }, viewer);
});

test.each([true, false])('a tool is shown while it runs, and then its result (listening: %s)', async (listens) => {
  const booked = Promise.withResolvers<void>();
  company.answer = async () => {
    await booked.promise;
    return { body: 'Friday at nine' };
  };
  const book = { type: 'http', name: 'book', description: 'Books.', url: `${company.url}/book`, timeout: 30 };
  const settings = { name: 'Books', prompt: 'Book.', first_message: null, model: 'openai-compatible/test-model' };
  const { status, body: agent } = await service.request('POST', '/agents', { body: { ...settings, tools: [book] } });
  expect(status, JSON.stringify(agent)).toBe(201);
  await onLiveCall(
    async (page) => {
      if (listens) await page.getByRole('button', { name: 'Listen in' }).click();
      await spokenLog(page).getByText('book is being used …').waitFor();
      await spokenLog(page).getByText('Friday').waitFor();
      booked.resolve();
      await spokenLog(page).getByText('book was used').waitFor();
      await spokenLog(page).getByText('Friday at nine').waitFor();
      expect(await spokenLog(page).getByText('book is being used …').count()).toBe(0);
    },
    owner,
    agent.agent_id,
  );
});
