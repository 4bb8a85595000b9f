import { describe, expect, it } from 'vitest';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { answerCall, openTestBed, receiveCall, sendRequest, type TestBed } from '../testing/test-bed.ts';

const LIMITS = { perSecond: 100, burst: 100, pending: 20 };

function flood(bed: TestBed, count: number, name: string): number[] {
  const before = bed.peer.responses.length;
  for (let index = 0; index < count; index += 1) {
    sendRequest(bed, 'INVITE', { callId: `${name}-${index}`, fromTag: name, body: SAMPLE_SDP });
  }
  return bed.peer.responses.slice(before).map((response) => response.status);
}

function counts(statuses: readonly number[]): Record<number, number> {
  const result: Record<number, number> = {};
  for (const status of statuses) result[status] = (result[status] ?? 0) + 1;
  return result;
}

describe('INVITEs of trusted sources', () => {
  it('over the number that may be pending get 503 with Retry-After, and nothing is kept of them', async () => {
    const bed = await openTestBed({ inviteLimits: { perSecond: 10_000, burst: 10_000, pending: 20 } });
    expect(counts(flood(bed, 200, 'pending'))).toEqual({ 100: 20, 503: 180 });
    const refused = bed.peer.lastResponse('INVITE');
    expect(refused.headers.get('retry-after')).toBe('2');
    sendRequest(bed, 'ACK', { callId: refused.callId, fromTag: 'pending', toTag: refused.toTag! });
    expect(bed.peer.statuses()).toHaveLength(200);
    bed.clock.advance(1000);
    expect(bed.clock.pending).toBe(0);
    for (const call of bed.incoming) call.reject(404);
    expect(flood(bed, 1, 'after').at(-1)).toBe(100);
  });

  it('over the number of a second get 503, and are taken in the next', async () => {
    const bed = await openTestBed({ inviteLimits: LIMITS, onInvite: (call) => call.reject(404) });
    const refused = () => counts(bed.peer.statuses())[503] ?? 0;
    flood(bed, 300, 'slow'); // one in 10 ms
    bed.clock.advance(1000);
    expect(refused()).toBe(0);
    flood({ ...bed, settle: () => {} }, 300, 'fast'); // all at once: 100 are taken up, and as many asked to come later
    bed.settle();
    expect(refused()).toBe(100);
    bed.clock.advance(1000);
    flood(bed, 1, 'next');
    expect(refused()).toBe(100);
  });

  it('that are refused and never acknowledged leave no more than 500 transactions', async () => {
    const bed = await openTestBed({ inviteLimits: LIMITS, onInvite: (call) => call.reject(404) });
    flood(bed, 1500, 'silent');
    expect(bed.clock.pending).toBeLessThanOrEqual(2 * 501 + 1); // timers G and H of each, and the second
    bed.clock.advance(64_000);
    expect(bed.clock.pending).toBe(0);
  });

  it('far over the number get nothing, however they are dressed up', async () => {
    const bed = await openTestBed({ inviteLimits: LIMITS, onInvite: (call) => call.reject(404) });
    const send = (index: number, prefix: string) => {
      const head = ['Via: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bK', 'Call-ID: '].map(
        (line) => `${line}dress${index}`,
      );
      const lines = [...head, `From: <sip:a@b>;tag=${index}`, 'To: <sip:b@c>', 'CSeq: 1 INVITE'];
      bed.peer.send(bed.agent, [`${prefix}INVITE sip:+12025550150@192.0.2.1 SIP/2.0`, ...lines]);
    };
    for (let index = 0; index < 1000; index += 1) send(index, index % 2 === 0 ? '' : '\r\n\r\n');
    bed.settle();
    expect(counts(bed.peer.statuses())).toEqual({ 100: 100, 404: 100, 503: 100 });
  });

  it('do not touch a call that is there: it goes on, changes and ends', async () => {
    const bed = await openTestBed({ inviteLimits: LIMITS });
    const { call } = receiveCall(bed, { callId: 'live' });
    const toTag = answerCall(bed, call);
    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    flood(bed, 500, 'flood');
    sendRequest(bed, 'INVITE', { callId: 'live', toTag, sequence: 2, body: SAMPLE_SDP });
    expect(bed.peer.lastResponse('INVITE')).toMatchObject({ status: 200, callId: 'live' });
    sendRequest(bed, 'ACK', { callId: 'live', toTag, sequence: 2 });
    sendRequest(bed, 'BYE', { callId: 'live', toTag, sequence: 3 });
    expect(bed.peer.lastResponse('BYE')).toMatchObject({ status: 200, callId: 'live' });
    expect(call.state).toBe('ended');
  });
});

it('requests outside dialogs leave nothing behind: 1 000 OPTIONS are answered out of themselves', async () => {
  const bed = await openTestBed({ inviteLimits: LIMITS });
  for (let index = 0; index < 1000; index += 1) sendRequest(bed, 'OPTIONS', { callId: `options-${index}` });
  expect(counts(bed.peer.statuses())).toEqual({ 200: 1000 });
  expect(bed.clock.pending).toBe(0);
});
