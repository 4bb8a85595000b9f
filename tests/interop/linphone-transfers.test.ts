import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { Linphone } from '../support/linphone.ts';
import { freePort, lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, secondsOfTone } from '../support/sound.ts';
import { TonePhones } from '../support/tone-phones.ts';
import { describeWith } from './peers.ts';

const PERSON = '+4930999999';
const SALES = '+4930123456';
const [PERSON_HZ, ANN_HZ, BEN_HZ, SALES_HZ] = [700, 300, 500, 1100];

describeWith(['linphonec'], 'linphone as the softphone of a person', () => {
  let phones: TonePhones;
  let service: Service;
  let account: Account;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const port = await freePort();
    phones = await TonePhones.start(port);
    service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${port}` });
    account = await Account.first(service);
  });

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  afterAll(async () => {
    await service?.remove();
    await phones?.close();
  });

  async function start(name: string, toneHz: number): Promise<Linphone> {
    const { body } = await account.request('POST', '/softphones', { body: { name } });
    const phone = await Linphone.start({
      ...{ port: await lastingPort(), rtpPort: await lastingRtpPort(), number: body.username, toneHz },
      registers: { host: '127.0.0.1', port: service.address.sipPort, password: body.password },
    });
    closing.push(() => phone.close());
    return phone;
  }

  test('hands who it talks with on to a colleague, and that one to a number, by REFER; each hears the other', async () => {
    const [ann, ben] = [await start('ann', ANN_HZ), await start('ben', BEN_HZ)];
    const { phone_number: agentNumber } = (await account.request('GET', '/agents')).body.data[0];
    const person = await phones.call(service.address.sipPort, agentNumber, PERSON, PERSON_HZ);
    closing.push(() => person.hangUp());
    const { data } = (await account.request('GET', '/calls?direction=inbound&limit=1')).body;
    const callId: string = data[0].call_id;
    await account.callWhen(callId, ({ phase }) => phase === 'talking');
    await account.request('POST', `/calls/${callId}/transfer`, { body: { to: 'softphone:ann' } });
    await person.hears(ANN_HZ);
    const host = `127.0.0.1:${service.address.sipPort}`;
    ann.enter(`transfer 1 sip:ben@${host}`);
    await person.hears(BEN_HZ);
    await ann.says(/Call 1 .* ended/);
    ben.enter(`transfer 1 sip:${SALES}@${host}`);
    const sales = await phones.answer(await phones.nextCall(), SALES_HZ);
    closing.push(() => sales.hangUp());
    await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
    await ben.says(/Call 1 .* ended/);
    await person.hangUp();
    const call = await account.callOver(callId);
    expect(call, ann.output).toMatchObject({ end_reason: 'transferred', ended_by: 'user', transferred_to: SALES });
    const tools = call.transcript.filter(({ tool }: any) => tool?.name === 'transfer_call');
    expect(tools.map(({ tool }: any) => tool.arguments)).toEqual([
      { to: 'softphone:ben', by: 'softphone:ann' },
      { to: SALES, by: 'softphone:ben' },
    ]);
    const recording = call.recording_stereo_url;
    for (const hz of [ANN_HZ, BEN_HZ, SALES_HZ])
      expect(secondsOfTone(await fetchWav(recording), 1, hz)).toBeGreaterThan(0.1);
    const { ladder } = (await account.request('GET', `/calls/${callId}/diagnosis`)).body;
    const said = ladder.map(({ start_line: line }: { start_line: string }) => line.split(' ')[0]);
    // Each is asked for its password, and sent again.
    expect(said.filter((word: string) => word === 'REFER')).toHaveLength(4);
    expect(said).toContain('NOTIFY');
  });
});
