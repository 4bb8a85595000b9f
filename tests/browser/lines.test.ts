import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipPeer } from '../support/sip-peer.ts';
import { NEEDS_ADDRESS } from '../support/twilio/errors.ts';
import { TwilioServer } from '../support/twilio/twilio-server.ts';
import { launchChromium } from './support/chromium.ts';
import { type Login, makeOwner, makeUser } from './support/sign-in.ts';
import { openPage, visit, type WatchedPage } from './support/watched-page.ts';

let service: Service;
let twilio: TwilioServer;
let browser: Browser;
let owner: Login;
let opened: WatchedPage | undefined;

beforeAll(async () => {
  [twilio, browser] = await Promise.all([TwilioServer.start(), launchChromium()]);
  const port = await freePort();
  service = await Service.start({ PUBLIC_URL: `http://127.0.0.1:${port}`, TWILIO_BASE_URL: twilio.baseUrl }, { port });
  owner = await makeOwner(service);
});
afterEach(async () => {
  expect(opened?.problems ?? []).toEqual([]);
  await opened?.context.close();
  opened = undefined;
});
afterAll(async () => {
  await Promise.all([browser?.close(), service?.remove()]);
  twilio?.close();
});

async function pageAt(path: string, login = owner) {
  opened = await openPage(browser, service, { login });
  await visit(opened.page, path);
  return opened.page;
}

const numbers = async () => (await service.request('GET', '/numbers')).body.data;

test('a number is bought, assigned in its row, and released after a question that says what happens', async () => {
  const page = await pageAt('/numbers');
  await page.getByRole('button', { name: 'Buy a number' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buy a number' });
  await dialog.getByLabel('Area code').fill('911');
  await dialog.getByText('No such area code').waitFor();
  await dialog.getByLabel('Area code').fill('415');
  await dialog.getByRole('button', { name: 'Buy +1 415 555 0102' }).click();
  await page.getByText('+1 415 555 0102 is yours.').waitFor();
  const row = page.getByRole('row').filter({ hasText: '+1 415 555 0102' });
  await row.getByLabel('Agent that answers +1 415 555 0102').click();
  await page.getByRole('option', { name: 'Customer survey' }).click();
  await page.getByText('Customer survey answers +1 415 555 0102 from the next call on.').waitFor();
  const [, bought] = await numbers();
  const { body: agents } = await service.request('GET', '/agents');
  const survey = agents.data.find(({ name }: any) => name === 'Customer survey');
  expect(bought).toMatchObject({ phone_number: '+14155550102', agent_id: survey.agent_id });
  await row.getByLabel('More about +1 415 555 0102').click();
  await page.getByRole('menuitem', { name: 'Release …' }).click();
  const question = page.getByRole('dialog', { name: 'Release +1 415 555 0102?' });
  await question.getByText('Customer survey does not answer it any more.').waitFor();
  await question.getByRole('button', { name: 'Release number' }).click();
  await page.getByText('+1 415 555 0102 is released.').waitFor();
  expect(await numbers()).toHaveLength(1);
});

test('a range of numbers is connected from a trunk', async () => {
  const trunk = { name: 'Block PBX', host: 'pbx.example.com', status: 'disabled' };
  const { body } = await service.request('POST', '/trunks', { body: trunk });
  const page = await pageAt('/numbers');
  await page.getByRole('button', { name: 'Connect your own' }).click();
  const connect = page.getByRole('dialog', { name: 'Connect your own number' });
  await connect.getByLabel('Number').fill('+49 30 12345690');
  await connect.getByLabel('Up to').fill('+49 30 12345680');
  await connect.getByRole('button', { name: 'Connect numbers' }).click();
  await connect.getByText('is before the first number').waitFor();
  await connect.getByLabel('Up to').fill('+49 30 12345692');
  await connect.getByRole('button', { name: 'Connect numbers' }).click();
  await page.getByText('3 numbers are yours.').waitFor();
  const connected = (await numbers()).filter(({ trunk_id: id }: any) => id === body.trunk_id);
  expect(connected).toHaveLength(3);
  for (const { number_id: id } of connected) await service.request('DELETE', `/numbers/${id}`);
  expect((await service.request('DELETE', `/trunks/${body.trunk_id}`)).status).toBe(204);
});

test('a trunk is tried before it is saved, saved, called through, its number connected; then it is gone', async () => {
  const peer = await SipPeer.start({ refuses: 486 });
  const page = await pageAt('/trunks');
  await page.getByRole('button', { name: 'Connect a trunk' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Connect a trunk' });
  await dialog.getByLabel('Name').fill('Office PBX');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port', { exact: true }).fill('9');
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await dialog.getByText('No response within 5 s.').waitFor();
  await dialog.getByLabel('Port', { exact: true }).fill(String(peer.port));
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await dialog.getByText('It answered OPTIONS with 200').waitFor();
  await dialog.getByRole('combobox', { name: 'Media encryption (SRTP)' }).click();
  await page.getByRole('option', { name: 'When the other side supports it' }).click();
  const codecs = dialog.getByRole('combobox', { name: 'Codecs' });
  await codecs.focus();
  for (let chosen = 0; chosen < 4; chosen += 1) await codecs.press('Backspace');
  for (const name of ['G.722', 'PCMA']) {
    await codecs.fill(name);
    await page.getByRole('option', { name }).click();
  }
  await codecs.press('Escape');
  await dialog.getByRole('button', { name: 'Save trunk' }).click();
  const call = page.getByRole('dialog', { name: 'Call through Office PBX' });
  await call.getByLabel('Your number').fill('+493055500001');
  await call.getByRole('button', { name: 'Call me' }).click();
  await call.getByText('The line was busy.').waitFor();
  expect(peer.calls).toHaveLength(1);
  const { body: trunks } = await service.request('GET', '/trunks');
  expect(trunks.data[0]).toMatchObject({ srtp: 'preferred', codecs: ['g722', 'pcma'] });
  await call.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row').filter({ hasText: 'Office PBX' }).getByText('Active').waitFor();
  await visit(page, '/numbers');
  await page.getByRole('button', { name: 'Connect your own' }).click();
  const connect = page.getByRole('dialog', { name: 'Connect your own number' });
  await connect.getByLabel('Number').fill('+493012345678');
  await connect.getByRole('button', { name: 'Connect number' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Office PBX' });
  await row.getByRole('link', { name: 'Office PBX' }).click();
  await page.getByRole('dialog', { name: 'Office PBX' }).getByRole('button', { name: 'Cancel' }).click();
  const [, connected] = await numbers();
  await service.request('DELETE', `/numbers/${connected.number_id}`);
  await visit(page, '/trunks');
  await page.getByLabel('More about Office PBX').click();
  await page.getByRole('menuitem', { name: 'Remove …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove trunk' }).click();
  await page.getByText('No trunk yet').waitFor();
  await peer.close();
});

test('a provider fills in what is known of it, and says what to do there', async () => {
  const page = await pageAt('/trunks?trunk=new');
  const dialog = page.getByRole('dialog', { name: 'Connect a trunk' });
  await dialog.getByRole('combobox', { name: 'Provider or telephone system' }).click();
  await page.getByRole('option', { name: 'Telnyx' }).click();
  await dialog.getByText('Make an outbound voice profile').waitFor();
  expect(await dialog.getByLabel('Host').inputValue()).toBe('sip.telnyx.com');
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Telnyx');
  await dialog.getByText('The user name of the credentials connection.').waitFor();
});

test('a trunk that wants us to register says why it does not let us, before it is saved and after', async () => {
  const peer = await SipPeer.start();
  const page = await pageAt('/trunks');
  await page.getByRole('button', { name: 'Connect a trunk' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Connect a trunk' });
  await dialog.getByLabel('Name').fill('Provider');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port', { exact: true }).fill(String(peer.port));
  await dialog.getByRole('combobox', { name: 'Authentication' }).click();
  await page.getByRole('option', { name: 'Registration with user name and password' }).click();
  await dialog.getByLabel('User name').fill('parley');
  await dialog.getByLabel('Password', { exact: true }).fill('open sesame');
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await dialog.getByText('It does not accept registrations').waitFor();
  await dialog.getByRole('button', { name: 'Save trunk' }).click();
  await page.getByRole('dialog', { name: 'Call through Provider' }).getByRole('button', { name: 'Later' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Provider' });
  await row.getByText('Not registered').waitFor();
  // A phone has nothing that a pointer could rest on.
  await row.getByText('It does not accept registrations').waitFor();
  await row.getByRole('link', { name: 'Provider' }).click();
  const stored = page.getByRole('dialog', { name: 'Provider' });
  await stored.getByRole('button', { name: 'Test', exact: true }).click();
  await stored.getByText('It does not accept registrations').waitFor();
  expect(await stored.getByText('It does not accept registrations').isVisible()).toBe(true);
  await stored.getByLabel('User name').fill('parley2');
  await stored.getByText('To test changed settings, enter the password again.').waitFor();
  expect(await stored.getByRole('button', { name: 'Test', exact: true }).isDisabled()).toBe(true);
  const [trunk] = (await service.request('GET', '/trunks')).body.data;
  expect(trunk).toMatchObject({ authentication: 'register', username: 'parley', status: 'refused' });
  expect((await service.request('DELETE', `/trunks/${trunk.trunk_id}`)).status).toBe(204);
  await peer.close();
});

test('with read permission only, numbers and trunks are shown without controls to change them', async () => {
  const viewer = await makeUser(service, 'viewer');
  const page = await pageAt('/numbers', viewer);
  await page.getByText('+1 202 555 0150').waitFor();
  for (const name of ['Buy a number', 'Connect your own', 'More about +1 202 555 0150']) {
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  }
  expect(await page.getByRole('textbox').count()).toBe(0);
  await visit(page, '/trunks?trunk=new');
  await page.getByText('No trunk yet').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a Twilio account is connected, its wrong token corrected, a real number bought and released, and it is disconnected', async () => {
  twilio.available.set('+14155559001', null).set('+14155559002', NEEDS_ADDRESS).set('+493012345678', null);
  const page = await pageAt('/trunks');
  await page.getByRole('button', { name: 'Connect Twilio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Twilio' });
  await dialog.getByLabel('Account SID').fill('AC123');
  await dialog.getByLabel('Auth token').fill('a-token');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByText('Must be AC and 32 hexadecimal digits').waitFor();
  await dialog.getByLabel('Account SID').fill(twilio.accountSid);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByText('error 20003').waitFor();
  // Said once, as what to do.
  expect((await dialog.textContent())?.match(/Enter the account SID and the auth token again/g)).toHaveLength(1);
  await dialog.getByLabel('New auth token').fill(twilio.authToken);
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await dialog.getByText('Twilio knows the account, which is active.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Twilio' });
  await again.getByText('Twilio knows the account, which is active.').waitFor();
  await again.getByRole('button', { name: 'Done' }).click();

  await visit(page, '/numbers');
  await page.getByRole('button', { name: 'Buy a number' }).click();
  const shop = page.getByRole('dialog', { name: 'Buy a number' });
  await shop.getByText('Twilio charges your Twilio account').waitFor();
  expect(await shop.getByText('simulated').count()).toBe(0);
  await shop.getByLabel('Country').fill('de');
  await shop.getByRole('button', { name: /^Buy \+49/ }).waitFor();
  expect(await shop.getByLabel('Area code').count()).toBe(0);
  await shop.getByLabel('Country').fill('us');
  await shop.getByRole('button', { name: 'Buy +1 415 555 9002' }).click();
  await shop.getByRole('alert').getByText('Add an address in the Twilio console').waitFor();
  await shop.getByRole('button', { name: 'Buy +1 415 555 9001' }).click();
  await page.getByText('+1 415 555 9001 is yours.').waitFor();
  expect([...twilio.numbers.values()].map(({ phoneNumber }) => phoneNumber)).toEqual(['+14155559001']);
  const bought = (await numbers()).find(({ source }: any) => source === 'twilio');
  await service.request('DELETE', `/numbers/${bought.number_id}`);

  const owned = twilio.own('+14155559003');
  await page.getByRole('button', { name: 'Connect your own' }).click();
  const connect = page.getByRole('dialog', { name: 'Connect your own number' });
  await connect.getByText('One that your account with Twilio has already. Nothing is bought').waitFor();
  expect(await connect.getByLabel('Up to').count()).toBe(0);
  await connect.getByLabel('Number').fill('+1 415 555 9004');
  await connect.getByRole('button', { name: 'Connect number' }).click();
  await connect.getByText('This Twilio account does not have +14155559004.').waitFor();
  await connect.getByLabel('Number').fill('+1 415 555 9003');
  await connect.getByRole('button', { name: 'Connect number' }).click();
  await page.getByText('+1 415 555 9003 is yours.').waitFor();
  await page.getByLabel('More about +1 415 555 9003').click();
  await page.getByRole('menuitem', { name: 'Release …' }).click();
  await page.getByText('It stays yours at your carrier').waitFor();
  await page.getByRole('button', { name: 'Release number' }).click();
  await page.getByText('+1 415 555 9003 is released.').waitFor();
  expect(twilio.numbers.has(owned.sid)).toBe(true);

  await visit(page, '/trunks');
  await page.getByRole('button', { name: 'Connect another Twilio' }).waitFor();
  await page.getByRole('button', { name: 'Disconnect …' }).click();
  await page.getByRole('dialog', { name: 'Disconnect Twilio?' }).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Twilio is disconnected.').waitFor();
  expect((await service.request('GET', '/carriers')).body.total).toBe(0);
});

test('a Telnyx account is connected with its connection, API key and public key', async () => {
  const page = await pageAt('/trunks');
  await page.getByRole('button', { name: 'Connect Telnyx' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Telnyx' });
  await dialog.getByLabel('Connection ID').fill('1293384261075731499');
  await dialog.getByLabel('API key').fill('KEY0123');
  await dialog.getByLabel('Public key').fill('short');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByText('Must be 32 bytes in base64').waitFor();
  await dialog.getByLabel('Public key').fill(`${'A'.repeat(43)}=`);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  // The service of this test has no address that Telnyx reaches.
  await dialog.getByText('the https address at which Telnyx reaches this service').waitFor();
  await dialog.getByRole('button', { name: 'Later' }).click();
  await page.getByText('1293384261075731499').waitFor();
  await page.getByRole('button', { name: 'Disconnect …' }).click();
  await page.getByRole('dialog', { name: 'Disconnect Telnyx?' }).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Telnyx is disconnected.').waitFor();
});

test('a softphone is made with a password that is shown once, has its audio encrypted, and is deleted', async () => {
  const page = await pageAt('/trunks');
  await page.getByLabel('Name of the softphone').fill('ann');
  await page.getByRole('button', { name: 'Add softphone' }).click();
  await page.getByText('Set up ann with these').waitFor();
  await page.getByRole('button', { name: 'Copy the password' }).waitFor();
  await page.getByText('Not registered').waitFor();
  expect((await service.request('GET', '/softphones')).body.data).toMatchObject([{ name: 'ann', registered: false }]);
  await page.getByRole('combobox', { name: 'Media encryption of ann' }).click();
  await page.getByRole('option', { name: 'Always encrypted (SRTP)' }).click();
  await expect
    .poll(async () => (await service.request('GET', '/softphones')).body.data)
    .toMatchObject([{ name: 'ann', srtp: 'required' }]);
  await page.getByRole('combobox', { name: 'Digest of ann' }).click();
  await page.getByRole('option', { name: 'Digest SHA-256' }).click();
  await expect
    .poll(async () => (await service.request('GET', '/softphones')).body.data)
    .toMatchObject([{ name: 'ann', srtp: 'required', digest: 'sha-256' }]);
  await page.getByRole('button', { name: 'Delete ann' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete softphone' }).click();
  await page.getByText('Not registered').waitFor({ state: 'detached' });
  expect((await service.request('GET', '/softphones')).body.total).toBe(0);
});
