import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { openPage, visit } from './support/watched-page.ts';

let service: Service;
let browser: Browser;
let owner: Login;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launchChromium()]);
  owner = await makeOwner(service);
});
afterAll(() => Promise.all([browser?.close(), service?.remove()]));

/** It must end without problems. */
async function onPage(act: (page: Page) => Promise<void>, login = owner): Promise<void> {
  const { page, context, problems } = await openPage(browser, service, { login });
  page.setDefaultTimeout(20_000);
  await act(page);
  await context.close();
  expect(problems).toEqual([]);
}

const SCRIPT = `## ask
say: Hello {{name}}. Can you come?
hear: yes -> thanks
else: Yes or no? -> thanks

## thanks
say: Thank you. Goodbye.
end: success
`;

async function newAgent(settings: object = {}): Promise<any> {
  const body = { name: 'Written by a test', prompt: SCRIPT, variables: { name: 'Maria' }, ...settings };
  return (await service.request('POST', '/agents', { body })).body;
}
const agentOf = async (id: string) => (await service.request('GET', `/agents/${id}`)).body;
const edit = (page: Page, id: string) => visit(page, `/agents/${id}`);
const saved = (page: Page) => page.getByText('Draft saved, not published').waitFor();
const prompt = (page: Page) => page.getByLabel('Prompt');

test('an agent is created from a template, and the editor opens', () =>
  onPage(async (page) => {
    await visit(page, '/agents');
    await page.getByRole('link', { name: 'New agent' }).click();
    await page.getByRole('radio', { name: /Reservation/ }).click();
    await page.getByLabel('Name').fill('Tables');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: /^Tables/ }).waitFor();
    expect(await prompt(page).inputValue()).toContain('You are Luca from the restaurant {{restaurant}}.');
    await page.getByText('Everything is published').waitFor();
  }));

test('what is typed is kept while it is typed, and found again', () =>
  onPage(async (page) => {
    const { agent_id: id } = await newAgent();
    await edit(page, id);
    await prompt(page).focus();
    await page.keyboard.press('Control+End');
    // Slower than the draft is saved: saves and their answers come while keys are pressed.
    const words = '\n\n// one two three four five six seven eight nine ten';
    await page.keyboard.type(words, { delay: 60 });
    expect(await prompt(page).inputValue()).toBe(SCRIPT + words);
    await page.getByLabel('Longest call').fill('');
    await saved(page);
    await page.reload();
    await saved(page);
    expect(await prompt(page).inputValue()).toBe(SCRIPT + words);
    await page.getByText('Fill this in.').waitFor();
    expect((await agentOf(id)).prompt).toBe(SCRIPT);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByText('Everything is published').waitFor();
    expect(await prompt(page).inputValue()).toBe(SCRIPT);
  }));

test('a draft is saved when the page is left for another', () =>
  onPage(async (page) => {
    const { agent_id: id } = await newAgent();
    await edit(page, id);
    await page.getByLabel('Name', { exact: true }).fill('Left at once');
    await page.getByRole('link', { name: 'Agents' }).first().click();
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    await page.goBack();
    await saved(page);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Left at once');
  }));

test('mistakes of a script are named, and lead to their place; unknown variables too', () =>
  onPage(async (page) => {
    const { agent_id: id } = await newAgent();
    await edit(page, id);
    await prompt(page).fill(SCRIPT.replace('-> thanks\nelse', '-> nowhere\nelse').replace('Can you', 'Can {{who}}'));
    const mistake = page.getByRole('button', { name: 'Line 3, column 14' });
    await mistake.waitFor();
    await page.getByText('there is no section "nowhere"').waitFor();
    await mistake.click();
    const selected = await prompt(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(selected).toBe('nowhere');
    await page.getByText('Every call has to give it').waitFor();
    await page.getByLabel('Value of who').fill('you all');
    await page.getByText('Every call has to give it').waitFor({ state: 'detached' });
    await saved(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByText('This cannot be published yet').waitFor();
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
  }));

test('the draft talks in text, is published with its difference shown, and an older version is restored', () =>
  onPage(async (page) => {
    const { agent_id: id } = await newAgent();
    await edit(page, id);
    await prompt(page).fill(
      SCRIPT.replace('Thank you. Goodbye.', 'See you, <img src=x onerror=alert(1)> {{name}}. Goodbye.'),
    );
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Hello Maria. Can you come?').waitFor();
    await page.getByLabel('What the caller says').fill('yes I can');
    await page.keyboard.press('Enter');
    await page.getByText('See you, <img src=x onerror=alert(1)> Maria. Goodbye.').waitFor();
    await page.getByText('The agent hung up. Outcome: success.').waitFor();
    await saved(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('All calls placed from now on.').waitFor();
    await dialog.getByText('say: See you, <img src=x onerror=alert(1)> {{name}}. Goodbye.').waitFor();
    await dialog.getByText('say: Thank you. Goodbye.').waitFor();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Version 2 is published.').waitFor();
    await page.getByText('Everything is published').waitFor();
    expect(await agentOf(id)).toMatchObject({ version: 2, prompt: expect.stringContaining('See you') });

    await page.getByRole('link', { name: 'Version 2' }).click();
    await page.getByRole('link', { name: /Version 1/ }).click();
    await page.getByText('Against the current one').click();
    await page.getByText('say: See you, <img src=x onerror=alert(1)> {{name}}. Goodbye.').waitFor();
    await page.getByRole('button', { name: 'Restore …' }).click();
    await page.getByRole('button', { name: 'Restore version' }).click();
    await page.getByText('Version 1 is restored, as version 3.').waitFor();
    expect(await agentOf(id)).toMatchObject({ version: 3, prompt: SCRIPT });
  }));

test('two windows: nothing is overwritten before the user decides', () =>
  onPage(async (page) => {
    const { agent_id: id } = await newAgent();
    await edit(page, id);
    const second = await page.context().newPage();
    await edit(second, id);
    await page.getByLabel('Name', { exact: true }).fill('From the first');
    await saved(page);
    await second.getByLabel('Disclosure').fill('From the second.');
    await second.getByText('This draft was changed in another window').waitFor();
    expect(await second.getByLabel('Disclosure').inputValue()).toBe('From the second.');
    await second.getByRole('button', { name: 'Take what is there' }).click();
    expect(await second.getByLabel('Name', { exact: true }).inputValue()).toBe('From the first');
    await second.getByLabel('Disclosure').fill('From the second, again.');
    await saved(second);
    await page.getByLabel('Name', { exact: true }).fill('From the first, too');
    await page.getByRole('button', { name: 'Keep what is here' }).click();
    await saved(page);
    await second.close();
    await page.reload();
    await saved(page);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('From the first, too');
    expect(await page.getByLabel('Disclosure').inputValue()).toBe('');
  }));

test('a version that another user publishes is announced, and the edits are kept on top of it', () =>
  onPage(async (page) => {
    const { agent_id: id } = await newAgent();
    await edit(page, id);
    await page.getByLabel('Disclosure').fill('Mine.');
    await saved(page);
    await service.request('PATCH', `/agents/${id}`, { body: { name: 'Theirs' } });
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('The agent was changed meanwhile').waitFor();
    await page.getByRole('button', { name: 'Go on editing' }).click();
    await page.getByRole('button', { name: 'Go on over version 2' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
    await saved(page);
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Version 3 is published.').waitFor();
    expect(await agentOf(id)).toMatchObject({ name: 'Theirs', disclosure: 'Mine.' });
  }));

test('a voice is heard, and the simulated phone is called with the draft while one listens', () =>
  onPage(async (page) => {
    const { agent_id: id } = await newAgent({ status: 'inactive' });
    await edit(page, id);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await prompt(page).fill(SCRIPT.replace('Hello', 'Good morning'));
    await page.getByRole('tab', { name: 'Phone' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const transcript = page.getByRole('log', { name: 'Transcript' });
    await transcript.getByText('Good morning Maria. Can you come?').waitFor({ timeout: 40_000 });
    await transcript.getByText('The call is over').waitFor({ timeout: 40_000 });
    expect((await agentOf(id)).version).toBe(1);
  }));

test('an agent is duplicated, switched off and deleted; one that is in use says by what', () =>
  onPage(async (page) => {
    const { name } = await newAgent({ name: 'To be doubled' });
    await visit(page, '/agents');
    await page.getByRole('button', { name: `More about ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: /^Copy of To be doubled/ }).waitFor();
    await page.getByRole('button', { name: 'More about Copy of To be doubled' }).click();
    await page.getByRole('menuitem', { name: 'Switch off' }).click();
    await page.getByText('Copy of To be doubled is switched off.').waitFor();
    await page.getByRole('button', { name: 'More about Copy of To be doubled' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete agent' }).click();
    await page.getByText('The agent Copy of To be doubled is deleted.').waitFor();
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    await page.getByRole('link', { name: 'Copy of To be doubled' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More about Appointment reminder' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('The number +1 202 555 0150 uses this agent.').waitFor();
    expect(await page.getByRole('button', { name: 'Delete agent' }).count()).toBe(0);
  }));

test('a viewer reads all of it, and can change nothing', async () => {
  const viewer = await makeUser(service, 'viewer');
  const { agent_id: id } = await newAgent();
  await onPage(async (page) => {
    await visit(page, '/agents');
    expect(await page.getByRole('link', { name: 'New agent' }).count()).toBe(0);
    await edit(page, id);
    await page.getByText('Your role may read agents, and not change them.').waitFor();
    expect(await prompt(page).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Publish …' }).count()).toBe(0);
    await visit(page, '/agents/new');
    await page.getByText('lacks the permission agents:write').waitFor();
  }, viewer);
});
