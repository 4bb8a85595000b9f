import { type ProvisionedAccount, provisionAccount } from '../../accounts/provision.ts';
import { AgentVersions } from '../../agents/agent-versions.ts';
import type { CarrierRouting, Route } from '../../carriers/carrier.ts';
import { PatientDatabase } from '../../db/index.ts';
import { openScratchTables, type ScratchDatabase } from '../../db/testing/scratch-database.ts';
import { Jobs } from '../../jobs/jobs.ts';
import { createLogger } from '../../kernel/logger.ts';
import { systemOf } from '../../kernel/principal.ts';
import { RecordingLinks } from '../../recordings/links.ts';
import { CallTools } from '../../tools/call-tools.ts';
import { AnswerStore } from '../answer-store.ts';
import type { CallDependencies } from '../call-dependencies.ts';
import { SignallingStore } from '../call-signalling.ts';
import { DatabaseClock } from '../database-clock.ts';
import { Dispatcher } from '../dispatcher.ts';
import { EndStore } from '../end-store.ts';
import { InboundCalls } from '../inbound.ts';
import { Leases } from '../leases.ts';
import { LiveCalls } from '../live-calls.ts';
import { placeCall } from '../place-call.ts';
import { SlotReleases } from '../slot-releases.ts';
import { FailingDatabase } from './failing-database.ts';
import { ScriptedCaller, ScriptedCarrier } from './scripted-leg.ts';
import { ScriptedMedia } from './scripted-media.ts';

/** Everything of `calls` over a real database, with a network and audio that a test scripts. */
export class CallRig {
  readonly scratch: ScratchDatabase;
  readonly account: ProvisionedAccount;
  readonly database: FailingDatabase;
  readonly carrier = new ScriptedCarrier('simulated');
  /** At the ends of other routes, by their names. */
  readonly others = new Map<string, ScriptedCarrier>();
  readonly media = new ScriptedMedia();
  readonly log = createLogger({ level: 'silent', personalData: false });
  readonly live = new LiveCalls(this.log);
  readonly jobs: Jobs;
  readonly dispatcher: Dispatcher;
  readonly inbound: InboundCalls;
  readonly leases: Leases;
  /** The way that calls to others take from here. */
  route: Route = { name: 'simulated', simulated: true, callerId: null };
  #nextNumber = 0;

  private constructor(scratch: ScratchDatabase, account: ProvisionedAccount, jobs: Jobs) {
    this.scratch = scratch;
    this.account = account;
    this.jobs = jobs;
    this.database = new FailingDatabase(scratch.db);
    const links = new RecordingLinks({ secret: Buffer.from('secret'), publicUrl: () => 'http://127.0.0.1' });
    const agentVersions = new AgentVersions();
    const finish = { jobs, analyzer: { agentVersions, links, analyst: null } };
    const clock = new DatabaseClock();
    const db = new PatientDatabase(this.database);
    const { live, media, log } = this;
    const routing: CarrierRouting = {
      prepare: async () => {},
      carrierNamed: (name) => (name === 'simulated' ? this.carrier : this.others.get(name)),
      whyGone: (name) => `Nothing is at the end of ${name}.`,
      hangUpOrphan: (token) => this.carrier.hangUpOrphan(token),
    };
    const dependencies: CallDependencies = {
      routing,
      db,
      clock,
      agentVersions,
      finish,
      media,
      log,
      links,
      connections: { of: async () => [] },
      calls: live,
      answers: new AnswerStore(db),
      ends: new EndStore(db, finish),
      releases: new SlotReleases(),
      signalling: new SignallingStore(db),
      knowledge: { search: async () => ({ passages: [], method: 'text' }) },
      tools: { open: () => new CallTools([]), variablesFor: async () => ({}) },
      mediaAddresses: { ipv4: '127.0.0.1', ipv6: undefined },
      routes: { routesTo: async (_tx, _calling, phones) => phones.map(() => this.route) },
    };
    this.dispatcher = new Dispatcher({ dependencies, routing, live, nodeId: NODE });
    this.inbound = new InboundCalls({ dependencies, live, nodeId: NODE });
    const node = { renewals: db, db, finish, routing, live, clock, nodeId: NODE, recordingsDir: '/nowhere', log };
    this.leases = new Leases({ ...node, renewMs: 20 });
  }

  static async start({ concurrentCalls = 1000 } = {}): Promise<CallRig> {
    const scratch = await openScratchTables();
    const account = await provisionAccount(scratch.db, {
      name: 'Acme',
      plan: 'enterprise',
      enterpriseLimits: { callsPerMinute: 1000, concurrentCalls },
      demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
    });
    const jobs = await Jobs.start(scratch.db, createLogger({ level: 'silent', personalData: false }));
    return new CallRig(scratch, account, jobs);
  }

  /** Accepts a call to a number of its own, by this route, or by those behind it. */
  async place(route = 'simulated', fallbacks?: Route['fallbacks']): Promise<string> {
    this.#nextNumber += 1;
    const request = {
      agent_id: this.account.agentId,
      recipient_phone: `+1202555${String(this.#nextNumber).padStart(4, '0')}`,
    };
    const routing = { routesTo: async () => [{ name: route, simulated: true, callerId: null, fallbacks }] };
    return (await placeCall(this.scratch.db, routing, systemOf(this.account.accountId), request)).call.call_id;
  }

  /** Accepts a call, and waits until it is dialled. */
  async dial() {
    const dialled = this.carrier.next();
    const callId = await this.place();
    this.dispatcher.kick('call');
    return { callId, leg: await dialled };
  }

  /** A caller of the account's own number. */
  caller(): ScriptedCaller {
    return new ScriptedCaller(this.account.phone!);
  }

  /** Waits until the process carries no call. */
  async over(): Promise<void> {
    await this.live.drain(20_000, new AbortController().signal);
  }

  async stored(callId: string): Promise<StoredCall> {
    const [row] = await this.scratch.db.query<StoredCall>('select * from calls where call_id = $1', [callId]);
    return row!;
  }

  async close(): Promise<void> {
    this.database.isAway = false;
    await this.dispatcher.close();
    await this.leases.close();
    await this.jobs.close();
    await this.scratch.close();
  }
}

const NODE = 'node_test';

interface StoredCall {
  [column: string]: unknown;
  state: string;
  end_reason: string | null;
  answered_at: Date | null;
  ended_at: Date | null;
}
