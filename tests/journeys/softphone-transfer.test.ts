import type { CallEvent, IncomingCall } from '@parley/sip';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Staff } from '../support/staff.ts';
import { type ToneLine, TonePhones } from '../support/tone-phones.ts';

const PERSON = '+4930999999';
const SALES = '+4930123456';
const OTHER = '+4930999998';
const [PERSON_HZ, ANN_HZ, SALES_HZ, OTHER_HZ] = [700, 1100, 1500, 500];
/** What her telephone sends on its second line. */
const ANN_TOO_HZ = 900;

let phones: TonePhones;
/** Ann's telephone: what is registered, and what rings. */
let ann: TonePhones;
let service: Service;
let account: Account;
let agentNumber: string;
let softphone: { softphone_id: string; username: string; password: string };
let lines: ToneLine[] = [];

beforeAll(async () => {
  [phones, ann] = await Promise.all([TonePhones.start(await lastingPort()), TonePhones.start(await lastingPort())]);
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${phones.port}` });
  account = await Account.first(service);
  agentNumber = (await account.request('GET', '/agents')).body.data[0].phone_number;
});

afterAll(async () => {
  await service?.remove();
  await Promise.all([phones?.close(), ann?.close()]);
});

afterEach(async () => {
  phones.forgetCalls();
  await Promise.all(lines.map((line) => line.hangUp()));
  lines = [];
  await account.request('DELETE', `/softphones/${softphone.softphone_id}`);
});

/** Ann's telephone is called where its REGISTER comes from. */
async function register(): Promise<void> {
  softphone = (await account.request('POST', '/softphones', { body: { name: 'ann' } })).body;
  const { sipPort } = service.address;
  const uris = { registrar: `sip:127.0.0.1:${sipPort}`, addressOfRecord: `sip:${softphone.username}@127.0.0.1` };
  const hop = { protocol: 'udp', host: '127.0.0.1', port: sipPort } as const;
  await ann.register({ ...uris, contactUser: 'ann', hop }, softphone);
}

/** A person talks with Ann, who has taken the call over. */
async function taken(number = PERSON, frequencyHz = PERSON_HZ, annHz = ANN_HZ) {
  if (number === PERSON) await register();
  const person = await phones.call(service.address.sipPort, agentNumber, number, frequencyHz);
  lines.push(person);
  const { data } = (await account.request('GET', '/calls?direction=inbound&limit=1')).body;
  const callId: string = data[0].call_id;
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  const to = 'softphone:ann';
  expect((await account.request('POST', `/calls/${callId}/transfer`, { body: { to } })).status).toBe(200);
  const incoming = await ann.nextCall();
  incoming.useCredentials(softphone);
  const atAnn = await ann.answer(incoming, annHz);
  lines.push(atAnn);
  await Promise.all([person.hears(annHz), atAnn.hears(frequencyHz)]);
  await account.callWhen(callId, (call) => call.transferred_to === to);
  return { callId, person, incoming, atAnn };
}

function progressOf(call: IncomingCall): number[] {
  const notified: number[] = [];
  call.on((event: CallEvent) => event.type === 'transfer_progress' && notified.push(event.status));
  return notified;
}

test('a supervisor who took a call over transfers it by REFER, and gets its progress; the others talk on', async () => {
  const { callId, person, incoming, atAnn } = await taken();
  const progress = progressOf(incoming);
  const outcome = incoming.transfer(`sip:${SALES}@127.0.0.1`);
  const atSales = await phones.nextCall();
  expect(atSales.from.user).toBe(agentNumber);
  const sales = await phones.answer(atSales, SALES_HZ);
  lines.push(sales);
  expect(await outcome).toEqual({ kind: 'transferred' });
  expect(progress).toEqual([100, 180]);
  await atAnn.ended();
  await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
  await account.callWhen(callId, (call) => call.transferred_to === SALES);
  // Sales is at a trunk: what comes from there is not followed.
  expect(await atSales.transfer(`sip:${PERSON}@127.0.0.1`)).toEqual({ kind: 'refused', status: 405 });
  await person.hangUp();
  await sales.ended();
  const call = await account.callOver(callId);
  expect(call).toMatchObject({ end_reason: 'transferred', ended_by: 'user', transferred_to: SALES });
  const tools = call.transcript.filter(({ tool }: any) => tool?.name === 'transfer_call');
  expect(tools.at(-1).tool.arguments).toEqual({ to: SALES, by: 'softphone:ann' });
  const actor = { type: 'softphone', id: softphone.softphone_id };
  const { owner } = await Staff.of(service);
  const { data: audited } = (await owner.dashboard('GET', `/audit?target=${callId}&actor=${actor.id}`)).body;
  expect(audited).toMatchObject([{ action: 'call.transfer_requested', actor: { ...actor, name: 'ann' } }]);
  const { data: events } = (await account.request('GET', `/calls/${callId}/events`)).body;
  const acts = events.filter(({ event }: any) => event === 'call.control').map(({ data: act }: any) => act);
  expect(acts.at(-1)).toMatchObject({ action: 'transfer_requested', by: actor });
});

test.each([
  ['a number that is busy', `sip:${SALES}@127.0.0.1`, 486, 'the line is busy.'],
  ['an unknown softphone', 'sip:unknown@127.0.0.1', 403, 'There is no softphone unknown.'],
] as const)('to %s it fails, the telephone gets the reason, and both talk on', async (_, target, status, problem) => {
  const { callId, person, incoming, atAnn } = await taken();
  const outcome = incoming.transfer(target);
  if (status === 486) (await phones.nextCall()).reject(486);
  expect(await outcome).toEqual({ kind: 'failed', status });
  await Promise.all([person.hears(ANN_HZ), atAnn.hears(PERSON_HZ)]);
  await atAnn.hangUp();
  await person.ended();
  const call = await account.callOver(callId);
  expect(call).toMatchObject({ end_reason: 'transferred', transferred_to: 'softphone:ann' });
  expect(JSON.stringify(call.analysis.warnings)).toContain(problem);
});

test('a telephone that hangs up when its REFER was accepted leaves the person to the number that rings', async () => {
  const { callId, person, incoming, atAnn } = await taken();
  void incoming.transfer(`sip:${SALES}@127.0.0.1`);
  const atSales = await phones.nextCall();
  await atAnn.hangUp();
  const sales = await phones.answer(atSales, SALES_HZ);
  lines.push(sales);
  await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
  await sales.hangUp();
  await person.ended();
  expect(await account.callOver(callId)).toMatchObject({ end_reason: 'transferred', transferred_to: SALES });
});

test('what a telephone asks for whose softphone was deleted is refused', async () => {
  const { callId, person, incoming } = await taken();
  await account.request('DELETE', `/softphones/${softphone.softphone_id}`);
  expect(await incoming.transfer(`sip:${SALES}@127.0.0.1`)).toEqual({ kind: 'refused', status: 401 });
  await person.hangUp();
  expect(await account.callOver(callId)).toMatchObject({ transferred_to: 'softphone:ann' });
});

test.each([
  ['without a password', null, 401],
  ['with that of another softphone', 'ben', 403],
] as const)('a REFER %s is refused, and both talk on', async (_, name, status) => {
  const { callId, person, incoming, atAnn } = await taken();
  const other = name && (await account.request('POST', '/softphones', { body: { name } })).body;
  incoming.useCredentials(other);
  expect(await incoming.transfer(`sip:${SALES}@127.0.0.1`)).toEqual({ kind: 'refused', status });
  await Promise.all([person.hears(ANN_HZ), atAnn.hears(PERSON_HZ)]);
  await person.hangUp();
  expect(await account.callOver(callId)).toMatchObject({ transferred_to: 'softphone:ann' });
});

describe('two callers whom she has taken over', () => {
  /** Refer-To is the one call, as her telephone is called in it, and the REFER is sent in the other. */
  async function both() {
    const first = await taken();
    const second = await taken(OTHER, OTHER_HZ, ANN_TOO_HZ);
    return { first, second };
  }

  test('are connected with each other by REFER with Replaces; her telephone leaves both calls', async () => {
    const { first, second } = await both();
    const outcome = first.incoming.transfer(second.incoming.replacingUri!);
    await Promise.all([first.person.hears(OTHER_HZ), second.person.hears(PERSON_HZ)]);
    expect(await outcome).toEqual({ kind: 'transferred' });
    await Promise.all([first.atAnn.ended(), second.atAnn.ended()]);
    await account.callWhen(first.callId, (call) => call.transferred_to === OTHER);
    await account.callWhen(second.callId, (call) => call.transferred_to === PERSON);
    first.person.press('1');
    await second.person.hasHeard('1');
    // Who hangs up ends it for both.
    await second.person.hangUp();
    await first.person.ended();
    for (const [callId, to, endedBy] of [
      [first.callId, OTHER, 'system'],
      [second.callId, PERSON, 'user'],
    ] as const) {
      const call = await account.callOver(callId);
      expect(call).toMatchObject({ end_reason: 'transferred', ended_by: endedBy, transferred_to: to });
      const tools = call.transcript.filter(({ tool }: any) => tool?.name === 'transfer_call');
      expect(tools.at(-1).tool.arguments).toEqual({ to, by: 'softphone:ann' });
      const { body } = await account.request('GET', `/calls/${callId}/diagnosis`);
      expect(body.findings).toEqual([]);
    }
  });

  test('talk on with her where one of them is being transferred, and may be connected afterwards', async () => {
    const { first, second } = await both();
    const body = { to: SALES, method: 'bridge' };
    expect((await account.request('POST', `/calls/${second.callId}/transfer`, { body })).status).toBe(200);
    const atSales = await phones.nextCall();
    expect(await first.incoming.transfer(second.incoming.replacingUri!)).toEqual({ kind: 'failed', status: 491 });
    atSales.reject(486);
    await Promise.all([first.person.hears(ANN_HZ), second.person.hears(ANN_TOO_HZ)]);
    expect(await first.incoming.transfer(second.incoming.replacingUri!)).toEqual({ kind: 'transferred' });
    await Promise.all([first.person.hears(OTHER_HZ), second.person.hears(PERSON_HZ)]);
  });

  test.each([
    ['that is not there', (uri: string) => uri.replace('from-tag%3D', 'from-tag%3Dx')],
    ['without its tags', (uri: string) => uri.replace(/%3B.*/, '')],
  ])('are not connected by the name of a dialog %s: 603', async (_, other) => {
    const { first, second } = await both();
    const target = other(second.incoming.replacingUri!);
    expect(await first.incoming.transfer(target)).toEqual({ kind: 'refused', status: 603 });
    await Promise.all([first.person.hears(ANN_HZ), second.person.hears(ANN_TOO_HZ)]);
  });
});
