import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Kamailio, type Login } from '../support/kamailio.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';
import { describeWith } from './peers.ts';

const LOGIN: Login = { username: 'parley', password: 'open sesame' };
const OURS = '+493055500001';
const EVERY_STEP = ['dns', 'options', 'call', 'ringing', 'answered', 'media_received', 'media_sent'];

describeWith(['kamailio'], 'a trunk that asks for user name and password', () => {
  let service: Service;
  let phone: StandalonePhone;
  let kamailio: Kamailio | undefined;
  let trunkId = '';

  beforeAll(async () => {
    phone = new StandalonePhone(await freePort());
    await phone.next('listening');
    service = await Service.start();
  });
  afterEach(async () => {
    await service.request('DELETE', `/trunks/${trunkId}`);
    await kamailio?.close();
  });
  afterAll(async () => {
    await service?.remove();
    await phone?.close();
  });

  /** A trunk of the account through a Kamailio that knows `login`. */
  async function connect(login: Login, settings: object): Promise<void> {
    const port = await freePort();
    kamailio = await Kamailio.start(port, { inside: phone.port, outside: service.address.sipPort }, { login });
    const trunk = { name: 'Asks', host: '127.0.0.1', port, ...settings };
    const { status, body } = await service.request('POST', '/trunks', { body: trunk });
    expect(status).toBe(201);
    trunkId = body.trunk_id;
  }

  async function tested(body: object = {}): Promise<any> {
    const response = await service.request('POST', `/trunks/${trunkId}/test`, { body });
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    return response.body;
  }

  const namesOf = ({ steps }: any) => steps.map(({ name, ok }: any) => (ok ? name : `not ${name}`));
  const digest = { authentication: 'digest', username: LOGIN.username, password: LOGIN.password };

  test('OPTIONS, INVITE, its ACK and BYE are accepted, with SHA-256 and a nonce that is stale by then', async () => {
    await connect({ ...LOGIN, algorithm: 'SHA-256', nonceLifeS: 1 }, digest);
    const ended = () => phone.events.filter(({ type }) => type === 'ended').length;
    const hungUp = phone.next('ended', ended() + 1);
    const result = await tested({ recipient_phone: OURS });
    expect([result.ok, ...namesOf(result)]).toEqual([true, ...EVERY_STEP]);
    await hungUp;
    const { body: call } = await service.request('GET', `/calls/${result.call_id}`);
    expect(call).toMatchObject({ status: 'completed', simulated: false });
  });

  test('a wrong password is a step that says so, and a warning of the call', async () => {
    await connect(LOGIN, { ...digest, password: 'open rice' });
    const result = await tested({ recipient_phone: OURS });
    expect([result.ok, ...namesOf(result)]).toEqual([false, 'dns', 'not options', 'not call']);
    expect(result.steps[1].remedy).toContain('does not accept the user name and the password');
    const { body: call } = await service.request('GET', `/calls/${result.call_id}`);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error', sip_code: 407 });
    expect(call.analysis.warnings.join()).toContain('authentication failed: the trunk does not accept');
    // The next call has the password that was put right.
    await service.request('PATCH', `/trunks/${trunkId}`, { body: { password: LOGIN.password } });
    const mended = await tested({ recipient_phone: OURS });
    expect([mended.ok, ...namesOf(mended)]).toEqual([true, ...EVERY_STEP]);
  });

  test('a call that its process has lost is hung up by the next one, which is asked for them as well', async () => {
    await connect(LOGIN, digest);
    const happened = (type: string) => phone.next(type, phone.events.filter((event) => event.type === type).length + 1);
    const { body: agents } = await service.request('GET', '/agents');
    const [said, hungUp] = [happened('said'), happened('ended')];
    const body = { agent_id: agents.data[0].agent_id, recipient_phone: OURS };
    const { body: call } = await service.request('POST', '/call', { body });
    await said;
    await service.stop('SIGKILL');
    await service.start();
    expect(await hungUp).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
    expect(await service.callOver(call.call_id)).toMatchObject({ end_reason: 'interrupted_by_restart' });
  });

  test('no credentials at all', async () => {
    await connect(LOGIN, {});
    const result = await tested();
    expect([result.ok, ...namesOf(result)]).toEqual([false, 'dns', 'not options']);
    expect(result.steps[1].remedy).toContain('Set authentication to "digest"');
  });
});
