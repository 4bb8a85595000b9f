import { afterEach, describe, expect, it } from 'vitest';
import type { Credentials } from '../authentication/authenticator.ts';
import { digestSecret } from '../authentication/digest.ts';
import type { SipMessage } from '../messages/message.ts';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { UserAgent } from '../user-agent.ts';
import type { CallEvent, IncomingCall } from './call.ts';

const REALM = 'parley';
const TARGET = 'sip:+12025550107@192.0.2.9';
const ANN = { username: 'ann', password: 'open sesame' };
const BEN = { username: 'ben', password: 'open barley' };

const running: UserAgent[] = [];

afterEach(() => Promise.all(running.splice(0).map((agent) => agent.close())));

/** Ann's telephone in a call of ours, in which its REFER is asked for her password; it knows `credentials`. */
async function talk(credentials: Credentials | null, secretsOf?: () => Promise<null>) {
  const options = { host: '127.0.0.1', port: 0 };
  const seen: SipMessage[] = [];
  const arrival = Promise.withResolvers<IncomingCall>();
  const agent = await UserAgent.start({
    ...{ ...options, userAgentName: 'ours', onInvite: () => {}, isTrusted: () => false },
    registrar: {
      realm: REALM,
      usualAlgorithm: 'MD5',
      secretsOf:
        secretsOf ??
        (async (username) => {
          const user = [ANN, BEN].find((one) => one.username === username);
          return user ? { MD5: digestSecret('MD5', { ...user, realm: REALM }) } : null;
        }),
      bind: async () => [],
    },
    onMessage: (_direction, message) => seen.push(message),
  });
  const phone = await UserAgent.start({ ...options, userAgentName: 'telephone', onInvite: arrival.resolve });
  running.push(agent, phone);
  const call = agent.invite({
    ...{ uri: `sip:ann@127.0.0.1:${phone.port}`, from: { uri: 'sip:+12025550150@127.0.0.1' }, sdp: SAMPLE_SDP },
    destination: { protocol: 'udp', host: '127.0.0.1', port: phone.port },
    referUser: ANN.username,
  });
  const targets: string[] = [];
  call.on((event: CallEvent) => {
    if (event.type !== 'referred') return;
    targets.push(event.target);
    event.accept()(200);
  });
  const atPhone = await arrival.promise;
  // Its ACK has come.
  const answered = new Promise<void>((resolve) => atPhone.on(({ type }) => type === 'answered' && resolve()));
  atPhone.useCredentials(credentials);
  atPhone.answer(SAMPLE_SDP);
  await answered;
  const refers = () => seen.filter((message) => message.kind === 'request' && message.method === 'REFER');
  return { atPhone, call, targets, refers };
}

describe('a REFER of one who registers', () => {
  it('is followed when it shows the password, which it is asked for in the dialog', async () => {
    const { atPhone, targets, refers } = await talk(ANN);
    expect(await atPhone.transfer(TARGET)).toEqual({ kind: 'transferred' });
    expect(targets).toEqual([TARGET]);
    expect(refers().map(({ headers }) => headers.has('authorization'))).toEqual([false, true]);
    // The next one has its credentials at once.
    expect(await atPhone.transfer(TARGET)).toEqual({ kind: 'transferred' });
    expect(refers()).toHaveLength(3);
  });

  it.each([
    ['without a password', null, 401],
    ['with a wrong one', { ...ANN, password: 'guessed' }, 401],
    ['with that of another user', BEN, 403],
  ])('%s is refused, and nothing hears of it', async (_, credentials, status) => {
    const { atPhone, call, targets } = await talk(credentials);
    expect(await atPhone.transfer(TARGET)).toEqual({ kind: 'refused', status });
    expect(targets).toEqual([]);
    expect(call.state).toBe('talking');
  });

  it('is put off when its password cannot be looked up', async () => {
    const { atPhone, targets } = await talk(ANN, () => Promise.reject(new Error('the database is away')));
    expect(await atPhone.transfer(TARGET)).toEqual({ kind: 'refused', status: 503 });
    expect(targets).toEqual([]);
  });

  it('that the end of the call overtakes is followed no more', async () => {
    const lookedUp = Promise.withResolvers<null>();
    const asked = Promise.withResolvers<void>();
    const { atPhone, call, targets } = await talk(ANN, () => {
      asked.resolve();
      return lookedUp.promise;
    });
    const outcome = atPhone.transfer(TARGET);
    await asked.promise;
    void call.hangUp();
    lookedUp.resolve(null);
    expect(await outcome).toEqual({ kind: 'call_ended', wasAccepted: false });
    expect(targets).toEqual([]);
  });
});
