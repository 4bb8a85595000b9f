import { expect, test } from 'vitest';
import { type Location, orderHops, ownHops } from './location.ts';

const hop = (host: string, port: number) => ({ protocol: 'udp', host, port }) as const;
const LOCATION: Location = {
  by: 'srv',
  servers: [
    { name: 'a.example', rank: 0, priority: 1, weight: 0, hops: [hop('192.0.2.1', 5060)] },
    { name: 'b.example', rank: 0, priority: 2, weight: 0, hops: [hop('192.0.2.2', 5070), hop('192.0.2.3', 5070)] },
  ],
  ttlS: 60,
};
const TARGET = { host: 'sip.example', port: 5060, protocol: 'udp' } as const;
const at = (host: string, port: number | null = null, protocol: 'udp' | 'tcp' | null = null) =>
  ownHops(LOCATION, TARGET, { host, port, protocol }, () => 0).map((own) => `${own.host}:${own.port}`);

test('its name, with its port or none, is all of it', () => {
  const all = ['192.0.2.1:5060', '192.0.2.2:5070', '192.0.2.3:5070'];
  expect(at('SIP.example.')).toEqual(all);
  expect(at('sip.example', 5060, 'udp')).toEqual(all);
});

test('the name of a server is that server, and an address is itself', () => {
  expect(at('b.example')).toEqual(['192.0.2.2:5070', '192.0.2.3:5070']);
  expect(at('b.example', 5070)).toEqual(['192.0.2.2:5070', '192.0.2.3:5070']);
  expect(at('192.0.2.3', 5070)).toEqual(['192.0.2.3:5070']);
});

test('another host, another port and another protocol are not its own', () => {
  expect([at('other.example'), at('192.0.2.9'), at('192.0.2.3', 5060), at('sip.example', 5099)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  expect(at('sip.example', null, 'tcp')).toEqual([]);
});

test('of several protocols those of the lower rank go first, and a Contact that names one has that alone', () => {
  const servers = [
    { name: 'b.example', rank: 1, priority: 0, weight: 0, hops: [hop('192.0.2.2', 5060)] },
    {
      name: 'a.example',
      rank: 0,
      priority: 9,
      weight: 0,
      hops: [{ ...hop('192.0.2.1', 5060), protocol: 'tcp' as const }],
    },
  ];
  const location: Location = { by: 'naptr', servers, ttlS: 60 };
  expect(orderHops(location, () => 0).map(({ protocol }) => protocol)).toEqual(['tcp', 'udp']);
  const named = (protocol: 'udp' | 'tcp' | 'tls' | null) =>
    ownHops(
      location,
      { ...TARGET, port: null, protocol: null },
      { host: 'sip.example', port: null, protocol },
      () => 0,
    );
  expect(named(null).map(({ protocol }) => protocol)).toEqual(['tcp', 'udp']);
  expect(named('udp')).toEqual([hop('192.0.2.2', 5060)]);
  expect(named('tls')).toEqual([]);
});
