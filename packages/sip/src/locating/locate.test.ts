import { describe, expect, it } from 'vitest';
import type { Dns, NaptrRecord, SrvRecord } from './dns.ts';
import { type AddressFamily, locate } from './locate.ts';
import type { LocationTarget } from './location.ts';
import { orderHops } from './location.ts';

interface Zone {
  readonly naptr?: Record<string, readonly NaptrRecord[]>;
  readonly srv?: Record<string, readonly SrvRecord[] | Error>;
  readonly a?: Record<string, readonly string[] | Error>;
  readonly aaaa?: Record<string, readonly string[]>;
  readonly ttlS?: Record<string, number>;
}

const srv = (name: string, priority = 10, weight = 0, port = 5060): SrvRecord => ({ priority, weight, port, name });
const naptr = (service: string, replacement: string, order = 10, preference = 10, flags = 's'): NaptrRecord => ({
  ...{ order, preference, flags, service, replacement },
});

function dnsOf(zone: Zone): { dns: Dns; asked: string[] } {
  const asked: string[] = [];
  const found = <T>(kind: string, name: string, records: T[] | readonly T[] | Error | undefined): readonly T[] => {
    asked.push(`${kind} ${name}`);
    if (records instanceof Error) throw records;
    return (records ?? []) as readonly T[];
  };
  const addresses = (kind: string, name: string, records: readonly string[] | Error | undefined) => ({
    addresses: found(kind, name, records),
    ttlS: zone.ttlS?.[name] ?? 60,
  });
  return {
    asked,
    dns: {
      naptr: async (name) => found('NAPTR', name, zone.naptr?.[name]),
      srv: async (name) => found('SRV', name, zone.srv?.[name]),
      a: async (name) => addresses('A', name, zone.a?.[name]),
      aaaa: async (name) => addresses('AAAA', name, zone.aaaa?.[name]),
    },
  };
}

async function hopsOf(target: Partial<LocationTarget>, zone: Zone, families: readonly AddressFamily[] = ['ipv4']) {
  const { dns, asked } = dnsOf(zone);
  const whole = { host: 'sip.example', port: null, protocol: 'udp', ...target } as const;
  const location = await locate(whole, { dns, families });
  const hops = orderHops(location, () => 0).map(({ protocol, host, port }) => `${protocol} ${host}:${port}`);
  return { hops, asked, location };
}

describe('RFC 3263 section 4', () => {
  it('an address is asked of no one; without a port it has that of its protocol', async () => {
    expect(await hopsOf({ host: '192.0.2.1' }, {})).toMatchObject({ hops: ['udp 192.0.2.1:5060'], asked: [] });
    expect(await hopsOf({ host: '2001:db8::1', protocol: 'tls' }, {})).toMatchObject({
      ...{ hops: ['tls 2001:db8::1:5061'], asked: [] },
    });
    expect((await hopsOf({ host: '192.0.2.1', protocol: null, port: 5080 }, {})).hops).toEqual(['udp 192.0.2.1:5080']);
  });

  it('a name with a port has addresses alone', async () => {
    const zone = {
      srv: { '_sip._udp.sip.example': [srv('a.example')] },
      a: { 'sip.example': ['192.0.2.1', '192.0.2.2'] },
    };
    const { hops, asked } = await hopsOf({ port: 5080 }, zone);
    expect(hops).toEqual(['udp 192.0.2.1:5080', 'udp 192.0.2.2:5080']);
    expect(asked).toEqual(['A sip.example']);
  });

  it.each([
    ['udp', '_sip._udp', 5060],
    ['tcp', '_sip._tcp', 5060],
    ['tls', '_sips._tcp', 5061],
  ] as const)(
    'over %s the servers are those of %s, without NAPTR; else the addresses of the name',
    async (protocol, prefix, port) => {
      const zone = {
        srv: { [`${prefix}.sip.example`]: [srv('b.example', 20, 0, 5070), srv('a.example', 10, 0, 5080)] },
        a: { 'a.example': ['192.0.2.1'], 'b.example': ['192.0.2.2'], 'plain.example': ['192.0.2.3'] },
      };
      const { hops, asked, location } = await hopsOf({ protocol }, zone);
      expect(hops).toEqual([`${protocol} 192.0.2.1:5080`, `${protocol} 192.0.2.2:5070`]);
      expect(asked.filter((question) => question.startsWith('NAPTR'))).toEqual([]);
      // RFC 5922 section 4: the certificate is for the name that was asked for.
      expect(location.servers[0]!.hops[0]!.tlsName).toBe(protocol === 'tls' ? 'sip.example' : undefined);
      expect((await hopsOf({ protocol, host: 'plain.example' }, zone)).hops).toEqual([`${protocol} 192.0.2.3:${port}`]);
    },
  );

  it('NAPTR decides the protocols where none is given: what we speak, by order and preference', async () => {
    const zone = {
      naptr: {
        'sip.example': [
          naptr('SIP+D2U', '_udp.example', 30),
          naptr('SIP+D2T', '_tcp.example', 20, 20),
          naptr('sips+d2t', '_tls.example', 20, 10),
          naptr('SIP+D2S', '_sctp.example', 1),
          naptr('SIPS+D2T', '_other.example', 2, 1, 'u'),
        ],
      },
      srv: {
        '_tls.example': [srv('a.example', 1, 1, 5061)],
        '_tcp.example': [],
        '_udp.example': [srv('b.example', 20), srv('a.example', 10)],
        '_sip._tcp.sip.example': [srv('b.example')],
      },
      a: { 'a.example': ['192.0.2.1'], 'b.example': ['192.0.2.2'] },
    };
    const { hops, location } = await hopsOf({ protocol: null }, zone);
    expect(hops).toEqual(['tls 192.0.2.1:5061', 'udp 192.0.2.1:5060', 'udp 192.0.2.2:5060']);
    expect(location).toMatchObject({ by: 'naptr', servers: [{ hops: [{ tlsName: 'sip.example' }] }, {}, {}] });
  });

  it('without NAPTR that we can use they are all of ours that have servers, the safest first', async () => {
    const zone = {
      naptr: { 'sip.example': [naptr('SIP+D2S', '_sctp.example'), naptr('SIP+D2T', '_gone.example')] },
      srv: {
        '_sip._udp.sip.example': [srv('a.example')],
        '_sip._tcp.sip.example': [srv('.', 0, 0, 0)],
        '_sips._tcp.sip.example': [srv('a.example', 1, 1, 5061)],
      },
      a: { 'a.example': ['192.0.2.1'] },
    };
    const { hops, location } = await hopsOf({ protocol: null }, zone);
    expect([hops, location.by]).toEqual([['tls 192.0.2.1:5061', 'udp 192.0.2.1:5060'], 'srv']);
  });

  it('without records of either it is UDP at the addresses of the name, and so it is where a port is given', async () => {
    const zone = { a: { 'sip.example': ['192.0.2.9'] } };
    const plain = await hopsOf({ protocol: null }, zone);
    expect([plain.hops, plain.location.by]).toEqual([['udp 192.0.2.9:5060'], 'addresses']);
    const ported = await hopsOf({ protocol: null, port: 5061 }, zone);
    expect([ported.hops, ported.location.by, ported.asked]).toEqual([
      ['udp 192.0.2.9:5061'],
      'port',
      ['A sip.example'],
    ]);
  });

  it('one protocol that DNS does not answer for is left out, and no answer at all is a failure', async () => {
    const srvs = { '_sips._tcp.sip.example': new Error('SERVFAIL'), '_sip._udp.sip.example': [srv('a.example')] };
    const a = { 'a.example': ['192.0.2.1'], 'sip.example': ['192.0.2.9'] };
    expect((await hopsOf({ protocol: null }, { srv: srvs, a })).hops).toEqual(['udp 192.0.2.1:5060']);
    const failing = { srv: { '_sips._tcp.sip.example': new Error('SERVFAIL') }, a };
    await expect(hopsOf({ protocol: null }, failing)).rejects.toThrow('SERVFAIL');
  });

  it('IPv6 is asked for where we can send to it, in the order that is wanted', async () => {
    const zone = { a: { 'sip.example': ['192.0.2.1'] }, aaaa: { 'sip.example': ['2001:db8::1'] } };
    expect((await hopsOf({}, zone, ['ipv6', 'ipv4'])).hops).toEqual(['udp 2001:db8::1:5060', 'udp 192.0.2.1:5060']);
    expect((await hopsOf({}, zone)).hops).toEqual(['udp 192.0.2.1:5060']);
    expect((await hopsOf({}, { a: zone.a }, ['ipv6', 'ipv4'])).hops).toEqual(['udp 192.0.2.1:5060']);
  });

  it('a lone dot says that there is no such service', async () => {
    const zone = { srv: { '_sip._udp.sip.example': [srv('.', 0, 0, 0)] }, a: { 'sip.example': ['192.0.2.1'] } };
    expect((await hopsOf({}, zone)).hops).toEqual([]);
  });
});

describe('what DNS does not say', () => {
  const two = { srv: { '_sip._udp.sip.example': [srv('a.example', 1), srv('b.example', 2)] } };

  it('a server whose address is not found is left out', async () => {
    expect((await hopsOf({}, { ...two, a: { 'b.example': ['192.0.2.2'] } })).hops).toEqual(['udp 192.0.2.2:5060']);
    const failing = { ...two, a: { 'a.example': new Error('SERVFAIL'), 'b.example': ['192.0.2.2'] } };
    expect((await hopsOf({}, failing)).hops).toEqual(['udp 192.0.2.2:5060']);
  });

  it('it rejects when DNS does not answer, and says nowhere when it knows no address', async () => {
    await expect(hopsOf({}, { srv: { '_sip._udp.sip.example': new Error('TIMEOUT') } })).rejects.toThrow('TIMEOUT');
    const failing = { ...two, a: { 'a.example': new Error('TIMEOUT'), 'b.example': [] } };
    await expect(hopsOf({}, failing)).rejects.toThrow('TIMEOUT');
    expect((await hopsOf({}, {})).hops).toEqual([]);
  });

  it('the whole is kept as long as the first of its addresses', async () => {
    const a = { 'a.example': ['192.0.2.1'], 'b.example': ['192.0.2.2'] };
    expect((await hopsOf({}, { ...two, a, ttlS: { 'a.example': 30, 'b.example': 20 } })).location.ttlS).toBe(20);
    expect((await hopsOf({}, { a: { 'sip.example': ['192.0.2.1'] } })).location.ttlS).toBe(60);
  });

  it('a zone of thousands is read to a bound', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `s${index}.example`);
    const many = Array.from({ length: 1000 }, (_, index) => `192.0.${index >> 8}.${index & 255}`);
    const zone = {
      srv: { '_sip._udp.sip.example': names.map((name) => srv(name)) },
      a: Object.fromEntries(names.map((name) => [name, many])),
    };
    const { location, asked } = await hopsOf({}, zone);
    expect([location.servers.length, location.servers[0]!.hops.length, asked.length]).toEqual([16, 8, 17]);
    const named = names.map((name) => naptr('SIP+D2U', name));
    const manyServices = {
      naptr: { 'sip.example': named },
      srv: Object.fromEntries(names.map((name) => [name, [srv(name)]])),
      a: zone.a,
    };
    const all = await hopsOf({ protocol: null }, manyServices);
    expect([all.location.servers.length, all.asked.length]).toEqual([8, 17]);
  });
});
