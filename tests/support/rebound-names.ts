// Loaded before a service (NODE_OPTIONS): names below rebound.test resolve to a public address for a check in advance,
// and to this host when a connection is made: DNS rebinding, which gets around a check of the address.
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const REBOUND = /\.rebound\.test$/;
const PUBLIC: LookupAddress = { address: '93.184.215.14', family: 4 };
const HERE: LookupAddress = { address: '127.0.0.1', family: 4 };

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

const { lookup } = dns;
const { lookup: lookAhead } = dns.promises;

Object.assign(dns, {
  lookup(host: string, options: LookupOptions | Callback, callback?: Callback): void {
    const done = (typeof options === 'function' ? options : callback)!;
    const given = typeof options === 'function' ? {} : options;
    if (!REBOUND.test(host)) lookup(host, given, done);
    else if (given.all) process.nextTick(done, null, [HERE]);
    else process.nextTick(done, null, HERE.address, HERE.family);
  },
});
Object.assign(dns.promises, {
  lookup: async (host: string, options: LookupOptions) =>
    REBOUND.test(host) ? [PUBLIC] : lookAhead(host, options as LookupOptions & { all: true }),
});
syncBuiltinESMExports();
