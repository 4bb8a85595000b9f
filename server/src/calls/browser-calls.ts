import type { NewAgent, Variables } from '@parley/contract';
import { noSuchAgent } from '../agents/agent-errors.ts';
import { newSettings } from '../agents/agent-settings.ts';
import { findAgent } from '../agents/agents.ts';
import { overridesOf } from '../agents/call-settings.ts';
import { keptSecretsOf } from '../agents/drafts.ts';
import { neededInbound, refuseMissing } from '../agents/needed-variables.ts';
import { sealSecrets } from '../agents/tool-secrets.ts';
import type { InboundLeg } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Principal } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { Sealing } from '../kernel/sealing.ts';
import { placeAudited } from './audit-placed.ts';
import type { CallDependencies } from './call-dependencies.ts';
import type { InboundCalls } from './inbound.ts';
import { Limits } from './limits.ts';
import type { LiveCalls } from './live-calls.ts';
import { defaultCallerId } from './place-call.ts';
import { CallRun } from './run-call.ts';
import { type NewInboundCall, storeInbound } from './store-inbound.ts';

const RETRY_AFTER_S = 10;

export interface BrowserCallRequest {
  agentId: string;
  /** All of an agent's settings that are not published; left out: those of the agent's version. */
  settings?: NewAgent | undefined;
  variables?: Variables | undefined;
}

/** Calls between a person in a browser and an agent: inbound ones, that reach this process without a telephone network. */
export class BrowserCalls {
  readonly #db: Database;
  readonly #dependencies: CallDependencies;
  readonly #live: LiveCalls;
  readonly #inbound: InboundCalls;
  readonly #nodeId: string;
  readonly #sealing: Sealing;

  /** `db`: not the patient one, since the client waits for the response. */
  constructor(options: {
    db: Database;
    dependencies: CallDependencies;
    live: LiveCalls;
    inbound: InboundCalls;
    nodeId: string;
    sealing: Sealing;
  }) {
    this.#db = options.db;
    this.#dependencies = options.dependencies;
    this.#live = options.live;
    this.#inbound = options.inbound;
    this.#nodeId = options.nodeId;
    this.#sealing = options.sealing;
  }

  /** Admits the call and answers it. `legTo` makes its leg, which then calls this number of the account. */
  async begin(
    principal: Principal,
    request: BrowserCallRequest,
    legTo: (phone: string) => InboundLeg,
  ): Promise<CallRun> {
    this.#refuseWhileStopping();
    const { accountId } = principal;
    const agent = await findAgent(this.#db, accountId, request.agentId);
    if (!agent) throw noSuchAgent(request.agentId);
    const draft = request.settings
      ? newSettings(
          sealSecrets(request.settings, this.#sealing, accountId),
          ...(await keptSecretsOf(this.#db, principal, request.agentId)),
        )
      : null;
    const settings = draft ?? agent;
    const variables = request.variables ?? {};
    refuseMissing(neededInbound(settings), variables, 'variables');
    const leg = legTo(await defaultCallerId(this.#db, accountId, agent.agent_id));
    const inbound: NewInboundCall = {
      callId: newId('call'),
      accountId,
      agentId: agent.agent_id,
      version: agent.version,
      maxDurationS: settings.max_duration,
      ringTimeoutS: settings.ring_timeout,
      nodeId: this.#nodeId,
      channel: 'browser',
      trunkId: null,
      overrides: draft && overridesOf(draft, agent),
      variables,
    };
    const call = await this.#dependencies.releases.take(accountId, () =>
      placeAudited(this.#db, principal, (tx) => storeInbound(tx, leg, inbound)),
    );
    if (!call) throw await new Limits(this.#db, accountId).slotsExceeded();
    const run = new CallRun(this.#dependencies, call);
    this.#live.add(run, run.answer(leg));
    return run;
  }

  #refuseWhileStopping(): void {
    if (this.#inbound.mayAdmit) return;
    throw new RequestError('server_error', 'This service takes no calls at this moment. Try again soon.', {
      status: 503,
      retryAfterS: RETRY_AFTER_S,
    });
  }
}
