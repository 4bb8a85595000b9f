import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SipHeaders } from '../messages/headers.ts';
import { SipResponse } from '../messages/message.ts';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { openTestBed, placeCall, receiveCall, sendRequest, type TestBed } from '../testing/test-bed.ts';
import { TestClock } from '../testing/test-clock.ts';
import { SessionTimer } from './session-timer.ts';
import { SESSION_TIMER_POLICY } from './session-timer-policy.ts';
import { sessionTimerTable } from './session-timer-table.ts';

const TAKES_UPDATE = 'Allow: INVITE, ACK, BYE, UPDATE';
const CAN = 'Supported: timer';

const expiresOf = (message: { headers: { get(name: string): string | null } }) =>
  message.headers.get('session-expires');

/** A call of ours that the peer has answered so. */
async function placeAnswered(headers: string[]) {
  const bed = await openTestBed();
  const placed = placeCall(bed);
  bed.settle();
  const invite = bed.peer.lastRequest('INVITE');
  bed.peer.respond(invite, 200, { tag: 'peer', sdp: SAMPLE_SDP, headers });
  bed.settle();
  const dialog = { callId: placed.call.callId, toTag: invite.fromTag ?? '', fromTag: 'peer' };
  return { bed, invite, dialog, ...placed };
}

/** A call of the peer that we have answered. */
async function receiveAnswered(headers: string[]) {
  const bed = await openTestBed();
  const { call, events } = receiveCall(bed, { headers });
  call.answer(SAMPLE_SDP);
  bed.settle();
  const success = bed.peer.lastResponse('INVITE');
  const toTag = success.toTag ?? '';
  sendRequest(bed, 'ACK', { toTag });
  return { bed, call, events, success, toTag };
}

function respondTo(bed: TestBed, method: string, status: number, headers: string[] = []): void {
  bed.peer.respond(bed.peer.lastRequest(method), status, {
    headers,
    ...(method === 'INVITE' ? { sdp: SAMPLE_SDP } : {}),
  });
  bed.settle();
}

describe('the session timer of a call of ours (RFC 4028 section 7)', () => {
  it('is asked for, and nothing comes of it where the peer has none', async () => {
    const { bed, invite, call } = await placeAnswered([]);
    expect(invite.headers.all('supported')).toContain('timer');
    expect([expiresOf(invite), invite.headers.get('min-se')]).toEqual(['1800', '90']);
    bed.clock.advance(86_400_000);
    expect(call.state).toBe('talking');
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK']);
  });

  it('has us refresh at half of it by UPDATE where the peer takes that', async () => {
    const { bed, call } = await placeAnswered(['Session-Expires: 600;refresher=uac', TAKES_UPDATE]);
    bed.clock.advance(299_900);
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK']);
    bed.clock.advance(200);
    const update = bed.peer.lastRequest('UPDATE');
    expect(update.body).toHaveLength(0);
    expect(expiresOf(update)).toBe('600;refresher=uac');
    respondTo(bed, 'UPDATE', 200, ['Session-Expires: 600;refresher=uac']);
    bed.clock.advance(290_000);
    expect(bed.peer.methods().filter((method) => method === 'UPDATE')).toHaveLength(1);
    bed.clock.advance(15_000);
    expect(bed.peer.lastRequest('UPDATE').cseq.number).toBe(3);
    expect(call.state).toBe('talking');
  });

  it('has us refresh by re-INVITE where it does not, with the description as it was', async () => {
    const { bed, invite } = await placeAnswered(['Session-Expires: 600;refresher=uac']);
    bed.clock.advance(300_500);
    const refresh = bed.peer.lastRequest('INVITE');
    expect(refresh.cseq.number).toBe(2);
    expect(refresh.body.toString()).toBe(invite.body.toString());
    respondTo(bed, 'INVITE', 200, ['Session-Expires: 600;refresher=uac']);
    expect(bed.peer.lastRequest('ACK').cseq.number).toBe(2);
    bed.clock.advance(290_000);
    expect(bed.peer.lastRequest('INVITE').cseq.number).toBe(2);
  });

  it('goes over to re-INVITE when UPDATE turns out to be unknown', async () => {
    const { bed } = await placeAnswered(['Session-Expires: 600;refresher=uac', TAKES_UPDATE]);
    bed.clock.advance(300_500);
    respondTo(bed, 'UPDATE', 405);
    bed.clock.advance(5100);
    expect(bed.peer.lastRequest('INVITE').cseq.number).toBe(3);
  });

  it('ends the call when no refresh of ours was taken, 32 s before the time is up', async () => {
    const { bed, call, events } = await placeAnswered(['Session-Expires: 600;refresher=uac', TAKES_UPDATE]);
    bed.clock.advance(300_500);
    for (let now = 300; now < 565; now += 5) {
      respondTo(bed, 'UPDATE', 503);
      bed.clock.advance(4990);
    }
    expect(call.state).toBe('talking');
    bed.clock.advance(5000);
    expect(bed.peer.methods().at(-1)).toBe('BYE');
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'local', cause: { kind: 'expired' } });
  });

  it.each([408, 481])('ends the call when a refresh is answered %i (section 10)', async (status) => {
    const { bed } = await placeAnswered(['Session-Expires: 600;refresher=uac', TAKES_UPDATE]);
    bed.clock.advance(300_500);
    respondTo(bed, 'UPDATE', status);
    expect(bed.peer.methods().at(-1)).toBe('BYE');
  });

  it('that the peer is to refresh ends the call with BYE when no refresh comes', async () => {
    const { bed, events, dialog } = await placeAnswered(['Session-Expires: 90;refresher=uas']);
    bed.clock.advance(50_000);
    sendRequest(bed, 'UPDATE', { ...dialog, headers: [CAN, 'Session-Expires: 90;refresher=uac'] });
    expect(expiresOf(bed.peer.lastResponse('UPDATE'))).toBe('90;refresher=uac');
    bed.clock.advance(59_000); // the BYE leaves a third of it before the end
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK']);
    bed.clock.advance(2000);
    expect(bed.peer.methods().at(-1)).toBe('BYE');
    expect(events.at(-1)).toMatchObject({ cause: { kind: 'expired' } });
  });

  it('is longer when a proxy wants it so: 422 (section 7.3)', async () => {
    const bed = await openTestBed();
    const { call } = placeCall(bed);
    bed.settle();
    const first = bed.peer.lastRequest('INVITE');
    bed.peer.respond(first, 422, { headers: ['Min-SE: 3600'] });
    bed.settle();
    const second = bed.peer.lastRequest('INVITE');
    expect([expiresOf(second), second.headers.get('min-se')]).toEqual(['3600', '3600']);
    expect(second).toMatchObject({ callId: first.callId, fromTag: first.fromTag, cseq: { number: 2 } });
    expect(call.state).toBe('calling');
    bed.peer.respond(second, 422, { headers: ['Min-SE: 3600'] }); // as long as was asked for: it would go on forever
    bed.settle();
    expect(call.state).toBe('ended');
  });
});

describe('the session timer of a call of theirs (RFC 4028 section 9)', () => {
  it.each([
    ['says nothing of it', [], null, []],
    ['can, and names nothing', [CAN], null, []],
    ['asks, and leaves it open', [CAN, 'Session-Expires: 600'], '600;refresher=uac', ['timer']],
    ['wants to refresh', [CAN, 'x: 600 ; refresher=UAC'], '600;refresher=uac', ['timer']],
    ['wants us to', [CAN, 'Session-Expires: 600;refresher=uas'], '600;refresher=uas', ['timer']],
    ['cannot, but its proxy asks', ['Session-Expires: 600'], '600;refresher=uas', []],
    ['cannot, and its proxy asks for next to nothing', ['Session-Expires: 1'], null, []],
    ['asks for no number', [CAN, 'Session-Expires: soon'], null, []],
  ])('whose caller %s', async (_what, headers, expires, required) => {
    const { success } = await receiveAnswered(headers);
    expect(expiresOf(success)).toBe(expires);
    expect(success.headers.all('require')).toEqual(required);
  });

  it('that is too short is 422 with ours, in an INVITE and in an UPDATE', async () => {
    const bed = await openTestBed();
    sendRequest(bed, 'INVITE', { body: SAMPLE_SDP, headers: [CAN, 'Session-Expires: 89'] });
    expect(bed.peer.lastResponse('INVITE')).toMatchObject({ status: 422, reason: 'Session Interval Too Small' });
    expect(bed.peer.lastResponse('INVITE').headers.get('min-se')).toBe('90');
    expect(bed.incoming).toEqual([]);
    const { bed: other, toTag, call } = await receiveAnswered([CAN, 'Session-Expires: 90']);
    sendRequest(other, 'UPDATE', { toTag, sequence: 2, headers: [CAN, 'Session-Expires: 10'] });
    expect(other.peer.lastResponse('UPDATE').status).toBe(422);
    expect(call.state).toBe('talking');
  });

  it('that is ours to refresh is refreshed, by UPDATE or re-INVITE as its INVITE allows', async () => {
    for (const [allow, method] of [
      [TAKES_UPDATE, 'UPDATE'],
      ['Allow: INVITE, ACK, BYE', 'INVITE'],
    ] as const) {
      const { bed } = await receiveAnswered([CAN, 'Session-Expires: 90;refresher=uas', allow]);
      bed.clock.advance(45_100);
      expect(bed.peer.methods()).toContain(method);
      expect(expiresOf(bed.peer.lastRequest(method))).toBe('90;refresher=uac');
    }
  });

  it('of which no refresh comes ends the call; one that does not name it goes on with ours', async () => {
    const { bed, toTag, events } = await receiveAnswered([CAN, 'Session-Expires: 90;refresher=uac']);
    bed.clock.advance(55_000);
    sendRequest(bed, 'UPDATE', { toTag, sequence: 2 });
    expect(expiresOf(bed.peer.lastResponse('UPDATE'))).toBe('90;refresher=uas');
    bed.clock.advance(45_100);
    expect(bed.peer.methods()).toEqual(['INVITE']);
    respondTo(bed, 'INVITE', 200, ['Session-Expires: 90;refresher=uas']);
    bed.clock.advance(59_000);
    expect(events.some(({ type }) => type === 'ended')).toBe(false);
    bed.clock.advance(2000);
    expect(events.at(-1)).toMatchObject({ type: 'ended', cause: { kind: 'expired' } });
  });
});

describe('a session timer', () => {
  it('neither refreshes nor expires once it is over', () => {
    for (const { next, effects } of Object.values(sessionTimerTable.over)) {
      expect({ next, effects }).toEqual({ next: 'over', effects: [] });
    }
  });

  it('that is refreshed in time never expires, and leaves no timer', () => {
    const intervals = fc.array(
      fc.record({ intervalS: fc.integer({ min: 90, max: 7200 }), part: fc.double({ min: 0, max: 0.6, noNaN: true }) }),
    );
    fc.assert(
      fc.property(intervals, fc.boolean(), (refreshes, weRefresh) => {
        const clock = new TestClock();
        let expired = 0;
        const onExpired = () => {
          expired += 1;
        };
        const user = { refresh: () => {}, onExpired };
        const timer = new SessionTimer(clock, SESSION_TIMER_POLICY, user);
        for (const { intervalS, part } of refreshes) {
          const headers = new SipHeaders();
          headers.set('session-expires', `${intervalS};refresher=${weRefresh ? 'uac' : 'uas'}`);
          timer.accepted(new SipResponse(200, 'OK', headers));
          clock.advance(intervalS * 1000 * part);
        }
        expect(expired).toBe(0);
        timer.close();
        expect(clock.pending).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});
