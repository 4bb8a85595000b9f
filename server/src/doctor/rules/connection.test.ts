import { expect, test } from 'vitest';
import { ladderOf, line } from '../testing/ladder-of.ts';

const HOP = { protocol: 'tls', host: '203.0.113.7', port: 5061 } as const;

test.each([
  ['refused', 'the connection was refused', 'Check the port'],
  ['name_mismatch', 'its certificate is for pbx.example.com', 'Set host to a name'],
  ['self_signed', 'its certificate is signed by itself and not by an authority', 'adds this certificate to the file'],
  ['unknown_authority', 'its certificate is not signed by an authority that is trusted', 'PARLEY_SIP_TLS_AUTHORITIES'],
] as const)(
  'no connection (%s): the cause and the remedy are named, and nothing is said to have been sent',
  (problem, detail, remedy) => {
    const unreached = { ...HOP, problem, detail };
    const { codes, verdict, findings } = ladderOf([line(0, '> INVITE')], {}, { unreached });
    expect(codes).toEqual(['not_connected']);
    expect(verdict.toLowerCase()).toContain(detail);
    expect(findings[0]!.evidence).toBe(`TLS to 203.0.113.7:5061: ${detail}. The INVITE did not leave.`);
    expect(findings[0]!.remedy).toContain(remedy);
  },
);

test('a Parley on loopback reaches no other host: that is the remedy, whatever the fault looks like', () => {
  const local = { host: '127.0.0.1', port: 5060 };
  const unreached = { ...HOP, problem: 'unreachable', detail: 'there is no way to this address' } as const;
  expect(ladderOf([line(0, '> INVITE')], {}, { local, unreached }).findings[0]!.remedy).toContain('PARLEY_SIP_HOST');
  expect(ladderOf([line(0, '> INVITE')], {}, { local }).finding('no_response')!.remedy).toContain('PARLEY_SIP_HOST');
});
