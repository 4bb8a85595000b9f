import { expect, test } from 'vitest';
import { trunkHolders } from './trunk-holders.ts';

const ADDRESSES: Record<string, string[]> = {
  '192.0.2.10': ['192.0.2.10'],
  'sip.example': ['192.0.2.10', '192.0.2.11'],
  'moved.example': ['192.0.2.10', '198.51.100.7'],
};
const at = (trunk_id: string, account_id: string, host: string, port = 5060) => ({ trunk_id, account_id, host, port });
const holdersOf = (...trunks: ReturnType<typeof at>[]) =>
  Object.fromEntries(
    trunkHolders(trunks, ({ host, port }) => (ADDRESSES[host] ?? []).map((address) => ({ host: address, port }))),
  );

test('where two names lead, the oldest trunk is', () => {
  expect(holdersOf(at('trk_2', 'late', 'moved.example'), at('trk_1', 'early', 'sip.example'))).toEqual({
    ...{ '192.0.2.10:5060': 'early', '192.0.2.11:5060': 'early', '198.51.100.7:5060': 'late' },
  });
});

test('an address goes before a name; another port is another place', () => {
  expect(
    holdersOf(
      at('trk_1', 'named', 'moved.example'),
      at('trk_2', 'written', '192.0.2.10'),
      at('trk_3', 'x', '192.0.2.10', 5080),
    ),
  ).toEqual({ '192.0.2.10:5060': 'written', '198.51.100.7:5060': 'named', '192.0.2.10:5080': 'x' });
});
