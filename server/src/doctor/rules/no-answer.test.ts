import { expect, test } from 'vitest';
import { ladderOf, line, ringing, sdp } from '../testing/ladder-of.ts';

const offer = { sdp: sdp('198.51.100.5') };

test('nothing came back', () => {
  const { codes, findings } = ladderOf([line(0, '> INVITE', { ...offer, copies: 6 })]);
  expect(codes).toEqual(['no_response']);
  expect(findings[0]!.evidence).toBe('The INVITE went to 203.0.113.7:5060 over UDP, 7 times. No response came.');
});

test('100, and then nothing', () => {
  const { codes, findings } = ladderOf([line(0, '> INVITE', offer), line(40, '< 100 Trying')]);
  expect(codes).toEqual(['no_final_response']);
  expect(findings[0]!.evidence).toBe('The last response was 100 Trying, 0.04 s after the INVITE.');
});

test('it rang, and was given up', () => {
  const said = ladderOf([
    ...ringing(),
    line(30_000, '> CANCEL', { cseq: '1 CANCEL' }),
    line(30_020, '< 200 OK', { cseq: '1 CANCEL' }),
    line(30_030, '< 487 Request Terminated'),
    line(30_031, '> ACK'),
  ]);
  expect(said.codes).toEqual(['rang_unanswered']);
  expect(said.health).toBe('good');
  expect(said.findings[0]!.evidence).toContain('It rang for 29 s.');
});

test('the answer crossed our CANCEL', () => {
  const { codes } = ladderOf([
    ...ringing(),
    line(30_000, '> CANCEL', { cseq: '1 CANCEL' }),
    line(30_010, '< 200 OK', { sdp: sdp('203.0.113.7') }),
  ]);
  expect(codes).toEqual(['late_answer']);
});

test('it took long until it rang', () => {
  const { codes } = ladderOf([line(0, '> INVITE', offer), line(9500, '< 180 Ringing'), line(9900, '< 486 Busy Here')]);
  expect(codes).toEqual(['slow_setup', 'callee_busy']);
});
