import { expect, test } from 'vitest';
import { referTarget } from './refer-target.ts';

test.each([
  ['sip:+493012345678@127.0.0.1', '+493012345678', '+493012345678'],
  ['sip:493012345678@elsewhere.example', '493012345678', '+493012345678'],
  ['tel:+493012345678', '+493012345678', '+493012345678'],
  ['sip:ben@127.0.0.1:5060', 'ben', 'softphone:ben'],
  ['sip:Ben@127.0.0.1;transport=tls;method=INVITE', 'Ben', 'softphone:ben'],
  ['sip:0301234@127.0.0.1', '0301234', 'softphone:0301234'],
  ['sip:two%20words@127.0.0.1', 'two words', null],
  ['sip:127.0.0.1', null, null],
  ['sip:ben@127.0.0.1;method=BYE', 'ben', null],
])('%s', (target, targetUser, to) => {
  expect(referTarget({ target, targetUser })).toBe(to);
});
