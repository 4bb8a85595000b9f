import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { configWarnings } from './warnings.ts';

const PARLEY_WEBHOOK_SECRET = `whsec_${'a'.repeat(40)}`;
const warningsOf = (environment: Record<string, string>) => configWarnings(environment, readConfig(environment));

it.each([
  ['PARLEY_DATADIR', 'PARLEY_DATA_DIR'],
  ['PARLEY_TRUNK', 'PARLEY_SIP_TRUNK'],
  ['PARLEY_PUBLIC_URL', 'PUBLIC_URL'],
  ['PARLEY_LLM_KEY', 'PARLEY_LLM_API_KEY'],
])('an unknown variable is reported with the nearest one: %s', (name, known) => {
  expect(warningsOf({ [name]: 'hunter2' })).toEqual([
    `${name} is no variable of Parley and does nothing; the nearest one is ${known}.`,
  ]);
});

it('a secret without an address does nothing', () => {
  expect(warningsOf({ PARLEY_WEBHOOK_SECRET })).toEqual([
    'PARLEY_WEBHOOK_SECRET does nothing without PARLEY_WEBHOOK_URL.',
  ]);
});

it.each([['http://127.0.0.1:9000/'], ['http://[::1]/'], ['http://10.0.0.7/'], ['http://localhost/']])(
  'a webhook to a private address needs permission: %s',
  (PARLEY_WEBHOOK_URL) => {
    expect(warningsOf({ PARLEY_WEBHOOK_URL })).toEqual([
      expect.stringMatching(/^Nothing will be sent to PARLEY_WEBHOOK_URL: .* PARLEY_ALLOW_PRIVATE_WEBHOOKS=true\.$/),
    ]);
    expect(warningsOf({ PARLEY_WEBHOOK_URL, PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' })).toEqual([]);
  },
);

it('nothing is said of what is in order', () => {
  const inOrder = { PARLEY_WEBHOOK_URL: 'https://example.org/', PARLEY_WEBHOOK_SECRET, PARLEY_DATA_DIR: './data' };
  expect(warningsOf({ ...inOrder, PARLEY_BASE_URL: 'http://127.0.0.1:3000/v1', PARLEY_OTHER: '' })).toEqual([]);
});
