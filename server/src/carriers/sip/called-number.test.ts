import { expect, test } from 'vitest';
import { calledNumber } from './called-number.ts';

const parts = (requestUser: string | null, toUser: string | null, calledParty: string | null = null) => ({
  ...{ requestUser, calledParty, to: { user: toUser } },
});

test.each([
  ['the number of a Request-URI', parts('+493012345678', '+493099999999'), false, '+493012345678'],
  ['To is not looked at without a registration', parts('parley', '+493099999999'), false, null],
  ['To, where the Request-URI is our contact', parts('trk_1', '493012345678'), true, '+493012345678'],
  ['P-Called-Party-ID before To', parts('trk_1', '+493099999999', '+493012345678'), true, '+493012345678'],
  ['a contact that is a number itself', parts('493012345678', 'parley'), true, '+493012345678'],
  ['nothing that is a number', parts('trk_1', 'parley', 'anonymous'), true, null],
])('%s', (_, call, isContact, number) => {
  expect(calledNumber(call, isContact)).toBe(number);
});
