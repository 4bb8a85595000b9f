import { describe, expect, it } from 'vitest';
import { SipHeaders } from '../messages/headers.ts';
import { SipRequest } from '../messages/message.ts';
import { callerIdentityOf } from './caller-identity.ts';

function identityOf(...lines: [name: string, value: string][]) {
  const headers = new SipHeaders();
  for (const [name, value] of lines) headers.add(name, value);
  return callerIdentityOf(new SipRequest('INVITE', 'sip:+12025550150@192.0.2.1', headers));
}

const party = (user: string) => ({ user, uri: `sip:${user}@example.com`, displayName: null });

describe('the caller', () => {
  it('is unknown in a request without any of it', () => {
    expect(identityOf(['Subject', 'hello'])).toBeNull();
  });

  it('is what is asserted, the first that names a user', () => {
    const asserted = '<sip:example.com>, "Ann \\"A\\"" <sip:+12025550199@example.com>, <tel:+12025550198>';
    expect(identityOf(['P-Asserted-Identity', asserted])).toEqual({
      asserted: { ...party('+12025550199'), displayName: 'Ann "A"' },
      ...{ privacy: [], divertedFrom: [], history: [] },
    });
  });

  it.each(['id', 'User; critical', 'header', 'full'])('is hidden with Privacy: %s', (privacy) => {
    const identity = identityOf(['P-Asserted-Identity', '<tel:+12025550199>'], ['Privacy', privacy]);
    expect(identity?.asserted).toBeNull();
    expect(identity?.privacy).toEqual(privacy.toLowerCase().split('; '));
  });

  it('is shown with Privacy: none', () => {
    expect(identityOf(['P-Asserted-Identity', '<tel:+1-202-555-0199>'], ['Privacy', 'none'])).toMatchObject({
      asserted: { user: '+12025550199' },
      privacy: ['none'],
    });
  });
});

describe('diversions', () => {
  it('are read with reason and counter, the latest first', () => {
    const identity = identityOf(
      ['Diversion', '"Desk" <sip:+12025550111@example.com>;reason=No-Answer;counter=2;privacy=off'],
      ['Diversion', '<tel:+12025550112>;reason="unconditional", <sip:+12025550113@example.com>;counter=9999'],
    );
    expect(identity?.divertedFrom).toEqual([
      { from: { ...party('+12025550111'), displayName: 'Desk' }, reason: 'no-answer', times: 2 },
      { from: { user: '+12025550112', uri: 'tel:+12025550112', displayName: null }, reason: 'unconditional', times: 1 },
      { from: party('+12025550113'), reason: null, times: 1 },
    ]);
  });

  it.each([
    ['full', null],
    ['uri', null],
    ['"name"', party('+12025550111')],
  ])('with privacy=%s are hidden as far as that says', (privacy, from) => {
    const value = `"Desk" <sip:+12025550111@example.com>;privacy=${privacy}`;
    expect(identityOf(['Diversion', value])?.divertedFrom).toEqual([{ from, reason: null, times: 1 }]);
  });

  it('that are malformed are passed over', () => {
    expect(identityOf(['Diversion', '"Desk <sip:x>, nonsense'], ['Diversion', '<tel:+12025550111>'])).toMatchObject({
      divertedFrom: [{ from: { user: '+12025550111' } }],
    });
  });
});

describe('history', () => {
  // RFC 7044 appendix B.1, with a redirection to a voicemail by RFC 4458 behind it.
  const VALUES = [
    '<sip:bob@example.com>;index=1',
    '<sip:bob@192.0.2.4?Reason=SIP%3Bcause%3D302>;index=1.1;rc=1',
    '<sip:office@example.com?Reason=Q.850%3Bcause%3D17&Privacy=history>;index=1.2;mp=1',
    '<sip:vm@example.com;target=sip:office%40example.com;cause=486>;index=1.2.1;mp=1.2',
  ];

  it('is read with the cause of each change', () => {
    const identity = identityOf(['History-Info', VALUES.slice(0, 2).join(', ')], ...lines(VALUES.slice(2)));
    expect(identity?.history).toEqual([
      { index: '1', target: party('bob'), cause: null },
      { index: '1.1', target: { user: 'bob', uri: 'sip:bob@192.0.2.4', displayName: null }, cause: 302 },
      { index: '1.2', target: null, cause: null },
      { index: '1.2.1', target: expect.objectContaining({ user: 'vm' }), cause: 486 },
    ]);
  });

  it.each(['history', 'header', 'session'])('is hidden with Privacy: %s', (privacy) => {
    const identity = identityOf(...lines(VALUES), ['Privacy', privacy]);
    expect(identity?.history.map(({ target }) => target)).toEqual([null, null, null, null]);
  });

  it('without an index is none', () => {
    expect(identityOf(...lines(['<sip:bob@example.com>', '<sip:bob@example.com>;index=a']))?.history).toEqual([]);
  });

  function lines(values: string[]): [string, string][] {
    return values.map((value) => ['History-Info', value]);
  }
});
