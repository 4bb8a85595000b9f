import { describe, expect, it } from 'vitest';
import { openTestBed, type TestBed } from '../testing/test-bed.ts';
import type { RegistrationState } from './registration.ts';
import { retryDelayMs } from './retry-delay.ts';

const CREDENTIALS = { username: 'parley', password: 'open sesame' };
const CHALLENGE = 'WWW-Authenticate: Digest realm="registrar", nonce="n", qop="auth"';
const CONTACT = '<sip:parley@192.0.2.1:5060>';

function register(bed: TestBed, user = 'parley') {
  const states: RegistrationState[] = [];
  const request = {
    ...{ registrar: 'sip:example.com', addressOfRecord: `sip:${user}@example.com` },
    ...{ hop: bed.peer.hop, contactUser: user },
  };
  const registration = bed.agent.register(request, CREDENTIALS, (state) => states.push(state));
  bed.settle();
  return { registration, states };
}

const last = (bed: TestBed) => bed.peer.lastRequest('REGISTER');
const count = (bed: TestBed) => bed.peer.methods().length;

function respond(bed: TestBed, status: number, ...headers: string[]): void {
  bed.peer.respond(last(bed), status, { tag: 'registrar', headers });
  bed.settle();
}

describe('a registration', () => {
  it('names us, answers the challenge, and is refreshed at half of the life that was granted', async () => {
    const bed = await openTestBed();
    const { states } = register(bed);
    const first = last(bed);
    expect(first).toMatchObject({ uri: 'sip:example.com', cseq: { number: 1 } });
    expect(first.headers.get('contact')).toBe(CONTACT);
    expect(first.headers.get('expires')).toBe('3600');
    respond(bed, 401, CHALLENGE);
    expect(last(bed).cseq.number).toBe(2);
    expect(last(bed).headers.get('authorization')).toContain('username="parley"');
    respond(bed, 200, `Contact: <sip:other@192.0.2.50>;expires=20, ${CONTACT};expires=300`);
    expect(states.at(-1)).toEqual({ kind: 'registered', expiresS: 300 });
    bed.clock.advance(149_000);
    expect(count(bed)).toBe(2);
    bed.clock.advance(2000);
    expect(last(bed)).toMatchObject({ callId: first.callId, cseq: { number: 3 } });
    expect(last(bed).headers.get('authorization')).toContain('nc=00000002');
    await bed.agent.close();
  });

  it('is refreshed when that is asked for, but not while a REGISTER has no final response, and fails where none comes', async () => {
    const bed = await openTestBed();
    const { registration, states } = register(bed);
    registration.refresh();
    bed.settle();
    expect(count(bed)).toBe(1);
    respond(bed, 200, `Contact: ${CONTACT};expires=3600`);
    registration.refresh();
    registration.refresh();
    bed.settle();
    expect([count(bed), states.at(-1)!.kind]).toEqual([2, 'registered']);
    bed.clock.advance(32_100);
    expect(states.at(-1)).toMatchObject({ kind: 'failed', status: null });
    await bed.agent.close();
  });

  it.each([0, 1])('that is granted %i s is not refreshed more often than every 10 s', async (grantedS) => {
    const bed = await openTestBed();
    register(bed);
    respond(bed, 200, `Contact: ${CONTACT};expires=${grantedS}`);
    bed.clock.advance(9900);
    expect(count(bed)).toBe(1);
    bed.clock.advance(200);
    expect(count(bed)).toBe(2);
    await bed.agent.close();
  });

  it('asks for as long as the registrar insists on (423), within a day', async () => {
    const bed = await openTestBed();
    const { states } = register(bed);
    respond(bed, 423, 'Min-Expires: 7200');
    expect(last(bed).headers.get('expires')).toBe('7200');
    respond(bed, 200, 'Expires: 7200');
    expect(states.at(-1)).toEqual({ kind: 'registered', expiresS: 7200 });
    bed.clock.advance(3_601_000);
    respond(bed, 423, 'Min-Expires: 99999999');
    expect(states.at(-1)).toMatchObject({ kind: 'failed', status: 423 });
    await bed.agent.close();
  });

  it('that goes to a hop of another protocol is of the contact there, without the flow that UDP does not have', async () => {
    const bed = await openTestBed();
    const states: RegistrationState[] = [];
    const request = {
      ...{ registrar: 'sip:example.com', addressOfRecord: 'sip:parley@example.com', contactUser: 'parley' },
      ...{ hop: { protocol: 'tcp', host: '192.0.2.6', port: 5060 } as const, alternatives: [bed.peer.hop] },
      instance: 'urn:uuid:00000000-0000-4000-8000-000000000001',
    };
    const registration = bed.agent.register(request, CREDENTIALS, (state) => states.push(state));
    await Promise.resolve(); // no transport of TCP is open, which is reported later
    bed.settle();
    expect(last(bed).headers.get('contact')).toBe(CONTACT);
    expect(last(bed).headers.get('supported')).not.toContain('outbound');
    respond(
      bed,
      200,
      'Require: outbound',
      `Contact: <sip:parley@192.0.2.1:5060;transport=tcp>;expires=20, ${CONTACT};expires=300`,
    );
    expect(states.at(-1)).toEqual({ kind: 'registered', expiresS: 300 });
    expect(registration.way).toEqual({ hop: bed.peer.hop, serviceRoute: [], isFlow: false });
    await bed.agent.close();
  });

  it('of all numbers requires that of the registrar and of proxies, and has no user in its Contact (RFC 6140)', async () => {
    const bed = await openTestBed();
    const states: RegistrationState[] = [];
    const request = {
      ...{ registrar: 'sip:example.com', addressOfRecord: 'sip:+493012345600@example.com' },
      ...{ hop: bed.peer.hop, contactUser: null },
    };
    const registration = bed.agent.register(request, CREDENTIALS, (state) => states.push(state));
    bed.settle();
    const { headers } = last(bed);
    expect(headers.get('contact')).toBe('<sip:192.0.2.1:5060;bnc>');
    expect([headers.all('require'), headers.all('proxy-require')]).toEqual([['gin'], ['gin']]);
    expect(headers.all('supported')).toContain('path');
    respond(bed, 401, CHALLENGE);
    expect(last(bed).headers.all('require')).toEqual(['gin']);
    respond(bed, 200, 'Contact: <sip:192.0.2.1;bnc;x=y>;expires=300', 'Service-Route: <sip:edge.example.com;lr>');
    expect(states.at(-1)).toEqual({ kind: 'registered', expiresS: 300 });
    expect(registration.way).toMatchObject({ serviceRoute: ['<sip:edge.example.com;lr>'] });
    const ended = registration.end();
    bed.settle();
    expect([last(bed).headers.get('contact'), last(bed).headers.get('expires')]).toEqual([
      '<sip:192.0.2.1:5060;bnc>',
      '0',
    ]);
    expect(last(bed).headers.all('require')).toEqual(['gin']);
    respond(bed, 200);
    await ended;
    await bed.agent.close();
  });

  it('that is refused says why, and comes back later each time, not before it is wanted', async () => {
    const bed = await openTestBed({}, () => 0);
    const { states } = register(bed);
    respond(bed, 401, CHALLENGE);
    respond(bed, 401, CHALLENGE);
    expect(states.at(-1)).toEqual({ kind: 'failed', status: 401, authentication: 'wrong_credentials' });
    const sent = last(bed).cseq.number;
    bed.clock.advance(2400);
    expect(last(bed).cseq.number).toBe(sent);
    bed.clock.advance(200);
    expect(last(bed).cseq.number).toBe(sent + 1);
    respond(bed, 503, 'Retry-After: 60 (overload)');
    bed.clock.advance(59_000);
    expect(last(bed).cseq.number).toBe(sent + 1);
    bed.clock.advance(2000);
    expect(last(bed).cseq.number).toBe(sent + 2);
    respond(bed, 200);
    expect(states.at(-1)).toMatchObject({ kind: 'registered' });
    await bed.agent.close();
  });

  it('that is not answered fails after timer F, and is tried again', async () => {
    const bed = await openTestBed();
    const { states } = register(bed);
    bed.clock.advance(32_100);
    expect(states).toEqual([{ kind: 'failed', status: null, authentication: null }]);
    const sent = count(bed);
    bed.clock.advance(5000);
    expect(count(bed)).toBeGreaterThan(sent);
    await bed.agent.close();
  });

  it('is taken back, with credentials, when it is ended; others stay', async () => {
    const bed = await openTestBed();
    const { registration, states } = register(bed);
    respond(bed, 401, CHALLENGE);
    respond(bed, 200, `Contact: ${CONTACT};expires=300`);
    const { registration: other } = register(bed, 'second');
    respond(bed, 200);
    const ended = registration.end();
    bed.settle();
    expect(last(bed).headers.get('expires')).toBe('0');
    expect(last(bed).headers.get('authorization')).toContain('nc=00000002');
    respond(bed, 200);
    await Promise.all([ended, registration.end()]);
    expect(states.at(-1)).toEqual({ kind: 'ended' });
    expect(other.state.kind).toBe('registered');
    const sent = count(bed);
    bed.clock.advance(400_000);
    expect(count(bed)).toBe(sent);
    await bed.agent.close();
    expect(other.state.kind).toBe('ended');
    expect(bed.clock.pending).toBe(0);
  });
});

it('that is abandoned sends nothing any more, not even the rest of its end', async () => {
  const bed = await openTestBed();
  const { registration } = register(bed);
  respond(bed, 200, `Contact: ${CONTACT};expires=300`);
  const ended = registration.end();
  bed.settle();
  bed.clock.advance(600);
  const sent = count(bed);
  expect(last(bed).headers.get('expires')).toBe('0');
  registration.abandon();
  await ended;
  bed.clock.advance(400_000);
  expect(count(bed)).toBe(sent);
  const { registration: unanswered } = register(bed);
  unanswered.abandon();
  expect(unanswered.state).toEqual({ kind: 'ended' });
  bed.clock.advance(400_000);
  expect(count(bed)).toBe(sent + 1);
  await bed.agent.close();
});

it('asks a registrar whether it takes all numbers at once', async () => {
  const bed = await openTestBed();
  const request = { registrar: 'sip:example.com', addressOfRecord: 'sip:parley@example.com', hop: bed.peer.hop };
  const asked = bed.agent.queryRegistrar({ ...request, isBulk: true }, CREDENTIALS);
  bed.settle();
  const { headers } = last(bed);
  expect([headers.get('require'), headers.get('proxy-require'), headers.get('supported')]).toEqual([
    'gin',
    'gin',
    'path',
  ]);
  expect(headers.get('contact')).toBeNull();
  respond(bed, 420, 'Unsupported: gin');
  expect(await asked).toEqual({ status: 420, authentication: null, contacts: 0 });
  await bed.agent.close();
});

it.each([
  [1, []], // of the test's peer
  [3, ['Contact: <sip:a@192.0.2.1>;expires=60, <sip:b@192.0.2.2>;expires=60']],
])('counts the bindings that a registrar lists: %i', async (contacts, headers) => {
  const bed = await openTestBed();
  const asked = bed.agent.queryRegistrar(
    { registrar: 'sip:example.com', addressOfRecord: 'sip:parley@example.com', hop: bed.peer.hop },
    CREDENTIALS,
  );
  bed.settle();
  respond(bed, 200, ...headers);
  expect(await asked).toEqual({ status: 200, authentication: null, contacts });
  await bed.agent.close();
});

it('asks a registrar whether it knows us without a Contact, so that no binding changes', async () => {
  const bed = await openTestBed();
  const asked = bed.agent.queryRegistrar(
    { registrar: 'sip:example.com', addressOfRecord: 'sip:parley@example.com', hop: bed.peer.hop },
    CREDENTIALS,
  );
  bed.settle();
  expect(last(bed).headers.get('to')).toContain('sip:parley@example.com');
  respond(bed, 401, CHALLENGE);
  expect(last(bed).headers.get('authorization')).toContain('username="parley"');
  expect([last(bed).headers.get('contact'), last(bed).headers.get('expires')]).toEqual([null, null]);
  respond(bed, 401, CHALLENGE);
  expect(await asked).toMatchObject({ status: 401, authentication: 'wrong_credentials' });
  await bed.agent.close();
});

it('the pauses between attempts double up to five minutes, half of them by chance', () => {
  expect([1, 2, 3, 20].map((failures) => retryDelayMs(failures, null, 0))).toEqual([2500, 5000, 10_000, 150_000]);
  expect([1, 2, 20].map((failures) => retryDelayMs(failures, null, 0.999_999).toFixed(0))).toEqual([
    '5000',
    '10000',
    '300000',
  ]);
  expect(retryDelayMs(1, 60, 0)).toBe(60_000);
  expect(retryDelayMs(1, 999_999, 0)).toBe(3_600_000);
});
