import { expect, test } from 'vitest';
import { legFacts } from '../facts.ts';
import { answered, line, sdp, talked } from '../testing/ladder-of.ts';

const refer = line(9000, '> REFER', { cseq: '2 REFER' });
const accepted = line(9020, '< 202 Accepted', { cseq: '2 REFER' });
const notify = (status: string) => line(9500, '< NOTIFY', { cseq: '3 NOTIFY', sdp: `SIP/2.0 ${status}\r\n` });

test('a carrier that transfers no calls', () => {
  const { codes, findings } = answered([
    ...talked(),
    refer,
    line(9020, '< 405 Method Not Allowed', { cseq: '2 REFER' }),
  ]);
  expect(codes).toEqual(['transfer_refused']);
  expect(findings[0]!.evidence).toContain('responded 405 Method Not Allowed');
});

test('a carrier that transfers no calls, where Parley called the number itself', () => {
  const refused = [...talked(), refer, line(9020, '< 405 Method Not Allowed', { cseq: '2 REFER' })];
  const calledAt = (atMs: number) =>
    legFacts(
      {
        ...{ local: { host: '198.51.100.5', port: 5060 }, omitted: 0, isOver: true },
        messages: [line(atMs, '> INVITE', { sdp: sdp('198.51.100.5') }), line(atMs + 900, '< 200 OK')],
      },
      1,
    )!;
  const bridged = answered(refused, { legs: [calledAt(9030)] });
  expect(bridged).toMatchObject({ health: 'good', findings: [{ code: 'transfer_refused', severity: 'info' }] });
  const before = answered(refused, { legs: [calledAt(5000)] });
  expect(before).toMatchObject({ health: 'impaired', findings: [{ code: 'transfer_refused', severity: 'warning' }] });
});

test('a destination that did not take the call', () => {
  const { codes, findings } = answered([...talked(), refer, accepted, notify('100 Trying'), notify('486 Busy Here')]);
  expect(codes).toEqual(['transfer_failed']);
  expect(findings[0]!.evidence).toBe('A NOTIFY at 9.50 s says 486 Busy Here.');
});

test('two who talk through Parley, whom the carrier does not connect itself', () => {
  const headers = ['Refer-To: <sip:sales@203.0.113.7?Replaces=2%40198.51.100.5%3Bto-tag%3Da%3Bfrom-tag%3Db>'];
  const attended = line(9000, '> REFER', { cseq: '2 REFER', headers });
  const refused = answered([...talked(), attended, line(9020, '< 603 Decline', { cseq: '2 REFER' })]);
  expect(refused).toMatchObject({ health: 'good', findings: [{ code: 'transfer_refused', severity: 'info' }] });
  const failed = answered([...talked(), attended, accepted, notify('481 Call/Transaction Does Not Exist')]);
  expect(failed).toMatchObject({ health: 'good', findings: [{ code: 'transfer_failed', severity: 'info' }] });
  for (const { findings } of [refused, failed]) expect(findings[0]!.what).toContain('they talked through Parley');
});

test('a transfer that went well', () => {
  expect(answered([...talked(), refer, accepted, notify('200 OK')]).codes).toEqual([]);
});
