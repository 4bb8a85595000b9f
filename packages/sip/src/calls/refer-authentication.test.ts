import { afterEach, describe, expect, it } from 'vitest';
import type { Credentials } from '../authentication/authenticator.ts';
import { digestResponse, digestSecret } from '../authentication/digest.ts';
import type { SipMessage } from '../messages/message.ts';
import { openHandFedAgent } from '../testing/hand-fed-agent.ts';
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

  it('that is repeated is one REFER: its copy meets the transaction, and not the count of its nonce', async () => {
    const { agent, deliver, takeSent } = await openHandFedAgent({
      registrar: {
        ...{ realm: REALM, usualAlgorithm: 'MD5', bind: async () => [] },
        secretsOf: async () => ({ MD5: digestSecret('MD5', { ...ANN, realm: REALM }) }),
      },
    });
    running.push(agent);
    const peer = { protocol: 'udp', host: '192.0.2.9', port: 5060 } as const;
    const from = { uri: 'sip:+12025550150@192.0.2.1' };
    const options = { uri: 'sip:ann@192.0.2.9', from, sdp: SAMPLE_SDP, destination: peer, referUser: ANN.username };
    const call = agent.invite(options);
    const targets: string[] = [];
    call.on((event: CallEvent) => {
      if (event.type !== 'referred') return;
      targets.push(event.target);
      event.accept();
    });
    const invite = takeSent()[0]!;
    const same = ['via', 'from', 'call-id', 'cseq'].map((name) => `${name}: ${invite.headers.get(name)}`);
    const answer = [...same, 'to: <sip:ann@192.0.2.9>;tag=b', 'contact: <sip:ann@192.0.2.9>'];
    const body = [`content-type: application/sdp`, `content-length: ${SAMPLE_SDP.length}`, '', SAMPLE_SDP];
    deliver(['SIP/2.0 200 OK', ...answer, ...body].join('\r\n'));
    const uri = invite.contact!.uri;
    const refer = (cseq: number, credentials: readonly string[]) =>
      [
        ...[`REFER ${uri} SIP/2.0`, `via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bK${cseq}`, `cseq: ${cseq} REFER`],
        ...['from: <sip:ann@192.0.2.9>;tag=b', `to: ${invite.headers.get('from')}`, `call-id: ${invite.callId}`],
        ...[`refer-to: <${TARGET}>`, ...credentials, 'contact: <sip:ann@192.0.2.9>', 'content-length: 0', '', ''],
      ].join('\r\n');
    const statuses = async () => {
      // The password is looked up.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      return takeSent().filter((message) => message.kind === 'response');
    };
    takeSent();
    deliver(refer(1, []));
    const [challenge] = await statuses();
    const nonce = /nonce="([^"]+)"/.exec(challenge!.headers.get('www-authenticate')!)![1]!;
    const exchange = { nonce, uri, method: 'REFER', qop: 'auth', cnonce: 'c', nonceCount: 1 } as const;
    const response = digestResponse({
      ...{ ...ANN, ...exchange, realm: REALM },
      ...{ algorithm: 'MD5', isSession: false, body: Buffer.alloc(0) },
    });
    const credentials = `authorization: Digest username="ann", realm="${REALM}", nonce="${nonce}", uri="${uri}", cnonce="c", nc=00000001, qop=auth, response="${response}"`;
    for (let copies = 2; copies > 0; copies -= 1) deliver(refer(2, [credentials]));
    expect((await statuses()).map(({ status }) => status)).toEqual([202]);
    deliver(refer(2, [credentials]));
    expect((await statuses()).map(({ status }) => status)).toEqual([202]);
    expect(targets).toEqual([TARGET]);
    // Another request with the same credentials is a replay.
    deliver(refer(3, [credentials]));
    expect((await statuses()).map(({ status }) => status)).toEqual([401]);
    expect(targets).toEqual([TARGET]);
  });
});
