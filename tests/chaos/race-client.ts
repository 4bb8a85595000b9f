// One of several clients that ask for calls as fast as they are answered: a process of its own, so that requests
// really meet in the services and not in a client's event loop.
import http from 'node:http';

export interface RaceAccount {
  name: string;
  apiKey: string;
  agentId: string;
}

export interface ClientOptions {
  /** Origins of the services; each request goes to one of them by chance. */
  origins: string[];
  accounts: RaceAccount[];
  requests: number;
  /** Requests under way at once. */
  atOnce: number;
  /** Up to six digits that no other client has: they begin the subscriber numbers of those who are called. */
  numberPrefix: string;
}

/** One request. Times in milliseconds since 1970. */
export interface Asked {
  account: number;
  to: string;
  sentMs: number;
  receivedMs: number;
  /** 0: the service went away before it answered. */
  status: number;
}

export type ClientReport = { asked: Asked[]; last: boolean };

const REPORT_EVERY = 200;
/** A service that is gone refuses faster than any other answers: without a pause it would get most of the requests. */
const GONE_PAUSE_MS = 2000;

const options = JSON.parse(process.argv[2]!) as ClientOptions;
const agent = new http.Agent({ keepAlive: true, maxSockets: options.atOnce });
let next = 0;
let unreported: Asked[] = [];

const goneUntilMs = new Map<string, number>();

function someOrigin(): string {
  const present = options.origins.filter((origin) => (goneUntilMs.get(origin) ?? 0) <= Date.now());
  const origins = present.length > 0 ? present : options.origins;
  return origins[Math.floor(Math.random() * origins.length)]!;
}

function post(origin: string, apiKey: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const request = http.request(`${origin}/v1/call`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode!));
      response.on('error', () => resolve(0));
    });
    request.on('error', () => resolve(0));
    request.end(body);
  });
}

async function keepAsking(): Promise<void> {
  while (next < options.requests) {
    next += 1;
    const to = `+49${options.numberPrefix}${String(next).padStart(6, '0')}`;
    const account = Math.floor(Math.random() * options.accounts.length);
    const { apiKey, agentId } = options.accounts[account]!;
    const sentMs = Date.now();
    const origin = someOrigin();
    const body = JSON.stringify({ agent_id: agentId, recipient_phone: to });
    const status = await post(origin, apiKey, body);
    unreported.push({ account, to, sentMs, receivedMs: Date.now(), status });
    if (unreported.length >= REPORT_EVERY) report(false);
    if (status === 0) goneUntilMs.set(origin, Date.now() + GONE_PAUSE_MS);
  }
}

function report(last: boolean): void {
  process.send!({ asked: unreported, last } satisfies ClientReport);
  unreported = [];
}

process.on('disconnect', () => process.exit());
await Promise.all(Array.from({ length: options.atOnce }, keepAsking));
report(true);
process.disconnect();
