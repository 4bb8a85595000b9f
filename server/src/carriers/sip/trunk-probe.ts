import type { TrunkTestStep } from '@parley/contract';
import { ConnectionError, orderHops, type RequestOutcome, type UserAgent } from '@parley/sip';
import { within } from '../../kernel/within.ts';
import type { AskedTrunk, RegistrarTarget, TrunkProbe, TrunkServer } from '../../trunks/probe-trunk.ts';
import type { TrunkCredentials } from '../../trunks/trunk-credentials.ts';
import { IS_PRIVATE } from '../../trunks/trunk-places.ts';
import type { TrunkTarget } from '../../trunks/trunk-target.ts';
import { connectionSteps, failedStep } from './connection-steps.ts';
import type { LocateTrunk } from './locate-trunk.ts';
import { registrarOf } from './registrar.ts';
import { trunkHop, uriAddress } from './trunk-hop.ts';

/**
 * A request is repeated after 0.5, 1.5 and 3.5 s (RFC 3261, section 17.1.2.2): a server that has not responded by then
 * will not.
 */
const ANSWER_MS = 5000;

interface SipTrunkProbeOptions {
  locate: LocateTrunk;
  /** Whether anything may be sent to this address. */
  isPermitted(address: { host: string }): boolean;
}

/** Asks trunks over SIP whether they are there. */
export class SipTrunkProbe implements TrunkProbe {
  readonly #userAgent: UserAgent;
  readonly #options: SipTrunkProbeOptions;

  constructor(userAgent: UserAgent, options: SipTrunkProbeOptions) {
    this.#userAgent = userAgent;
    this.#options = options;
  }

  /** Where others reach us: what the trunk has to permit. */
  ownAddress({ address, protocol }: TrunkServer): { host: string; port: number } {
    return { host: this.#userAgent.hostFor({ host: address }), port: this.#userAgent.ports.get(protocol)! };
  }

  async serversOf(target: TrunkTarget): ReturnType<TrunkProbe['serversOf']> {
    try {
      const { locate, isPermitted } = this.#options;
      const location = await locate(target);
      const found = orderHops(location, Math.random);
      // Asked at each test: a name may lead elsewhere than when the trunk was made.
      const hops = found.filter(isPermitted);
      if (hops.length === 0 && found.length > 0) return { blocked: IS_PRIVATE };
      return { by: location.by, servers: hops.map(({ protocol, host, port }) => ({ protocol, address: host, port })) };
    } catch (error) {
      return { error: (error as NodeJS.ErrnoException).code ?? (error as Error).message };
    }
  }

  /** Over UDP there is nothing to connect. */
  async connect(target: TrunkTarget, server: TrunkServer): Promise<TrunkTestStep[]> {
    if (server.protocol === 'udp') return [];
    const hop = trunkHop(target, server);
    try {
      return connectionSteps(hop, await this.#userAgent.connect(hop));
    } catch (error) {
      if (error instanceof ConnectionError) return connectionSteps(hop, error);
      throw error;
    }
  }

  options(target: TrunkTarget, server: TrunkServer, credentials: TrunkCredentials | null): Promise<AskedTrunk> {
    const hop = trunkHop(target, server);
    return answerOf('options', this.#userAgent.options(`sip:${uriAddress(target)}`, hop, credentials));
  }

  askRegistrar(target: RegistrarTarget, server: TrunkServer, credentials: TrunkCredentials): Promise<AskedTrunk> {
    const isBulk = target.registration_mode === 'bulk';
    const request = { ...registrarOf(target, credentials.username), hop: trunkHop(target, server), isBulk };
    return answerOf('registration', this.#userAgent.queryRegistrar(request, credentials));
  }
}

/** Resolves after 5 s at most. */
async function answerOf(name: TrunkTestStep['name'], asked: Promise<RequestOutcome>): Promise<AskedTrunk> {
  const beganMs = performance.now();
  let result: AskedTrunk = 'timeout';
  const answered = asked.then((outcome) => {
    if (outcome instanceof ConnectionError) result = failedStep(name, outcome);
    else if (outcome !== 'timeout') result = { ...outcome, roundTripMs: Math.round(performance.now() - beganMs) };
  });
  await within(ANSWER_MS, answered);
  return result;
}
