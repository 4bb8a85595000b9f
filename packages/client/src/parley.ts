import { Agents } from './agents.ts';
import { Batches } from './batches.ts';
import { Calls } from './calls.ts';
import { Carriers } from './carriers.ts';
import { Documents } from './documents.ts';
import { Erasures } from './erasures.ts';
import { Events } from './events.ts';
import { Keys } from './keys.ts';
import { Numbers } from './numbers.ts';
import { Providers } from './providers.ts';
import { Softphones } from './softphones.ts';
import { Suppressions } from './suppressions.ts';
import { type Fetch, Transport } from './transport.ts';
import { Trunks } from './trunks.ts';
import { Users } from './users.ts';
import { Webhooks } from './webhooks.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;

export interface ParleyOptions {
  apiKey: string;
  /** With the version segment, as the service prints it at its start: `https://parley.example.com/v1`. */
  baseUrl: string;
  fetch?: Fetch;
  /** For each attempt of a request; 30 000 when left out. */
  timeoutMs?: number;
  /** Further attempts where they are safe; 2 when left out. */
  maxRetries?: number;
}

/** The Parley API. Every method rejects with a `ParleyError`, or with the reason of an aborted signal. */
export class Parley {
  readonly calls: Calls;
  readonly agents: Agents;
  readonly batches: Batches;
  readonly documents: Documents;
  readonly erasures: Erasures;
  readonly events: Events;
  readonly softphones: Softphones;
  readonly suppressions: Suppressions;
  readonly numbers: Numbers;
  readonly trunks: Trunks;
  readonly carriers: Carriers;
  readonly providers: Providers;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly users: Users;

  constructor(options: ParleyOptions) {
    if (!options.apiKey) throw new TypeError('apiKey is missing');
    if (!/^https?:\/\/./.test(options.baseUrl)) throw new TypeError('baseUrl must begin with https:// or http://');
    const transport = new Transport({
      apiKey: options.apiKey,
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      // Called through the global object: browsers refuse to call fetch as a method of anything else.
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxRetries: options.maxRetries ?? DEFAULT_RETRIES,
    });
    this.calls = new Calls(transport);
    this.agents = new Agents(transport);
    this.batches = new Batches(transport);
    this.documents = new Documents(transport);
    this.erasures = new Erasures(transport);
    this.events = new Events(transport);
    this.softphones = new Softphones(transport);
    this.suppressions = new Suppressions(transport);
    this.numbers = new Numbers(transport);
    this.trunks = new Trunks(transport);
    this.carriers = new Carriers(transport);
    this.providers = new Providers(transport);
    this.webhooks = new Webhooks(transport);
    this.keys = new Keys(transport);
    this.users = new Users(transport);
  }
}
