import type { Trunk, TrunkTestStep } from '@parley/contract';
import { loopbackRemedy } from '../kernel/loopback-remedy.ts';
import { type AuthenticationProblem, NO_ANSWER, refusalWords } from './registration-standing.ts';
import type { TrunkCredentials } from './trunk-credentials.ts';
import { serverOf, type TrunkTarget } from './trunk-target.ts';

/** A final response. */
interface TrunkAnswer {
  status: number;
  /** Why it ended with 401 or 407. */
  authentication: AuthenticationProblem | null;
  roundTripMs: number;
  /** Of a registrar: how many bindings it lists for the user; undefined: it was not asked. */
  contacts?: number;
}

/** A step: the connection was lost. */
export type AskedTrunk = TrunkAnswer | TrunkTestStep | 'timeout';

/** The trunk to test. A stored trunk already has a registration, in some state. */
type ProbedTrunk = TrunkTarget &
  Pick<Trunk, 'authentication' | 'registration_mode'> &
  Partial<Pick<Trunk, 'status' | 'registration'>>;

/** One of several, maybe, of a protocol and at a port that DNS may have named. */
export interface TrunkServer {
  readonly protocol: 'udp' | 'tcp' | 'tls';
  readonly address: string;
  readonly port: number;
}

/**
 * `by`: what named them, the address that the host is, NAPTR or SRV records, or the addresses of the name, where it has no such records or a port
 * was given. `blocked`: why nothing may be sent to where they are, in words.
 */
type FoundServers =
  | { servers: readonly TrunkServer[]; by: 'address' | 'naptr' | 'srv' | 'addresses' | 'port' }
  | { error: string }
  | { blocked: string };

/** What is asked of a registrar: to take one contact, or all numbers at once. */
export type RegistrarTarget = TrunkTarget & Pick<Trunk, 'registration_mode'>;

/** How a trunk is asked whether it is there. */
export interface TrunkProbe {
  /** Where others reach us: what the trunk has to permit. */
  ownAddress(server: TrunkServer): { host: string; port: number };
  /** Where its servers are, in the order in which a call tries them. */
  serversOf(target: TrunkTarget): Promise<FoundServers>;
  /** The steps to a connection; none where the transport needs none. */
  connect(target: TrunkTarget, server: TrunkServer): Promise<TrunkTestStep[]>;
  options(target: TrunkTarget, server: TrunkServer, credentials: TrunkCredentials | null): Promise<AskedTrunk>;
  /** Asks whether it would let us register, one contact or all numbers at once; changes no registration. */
  askRegistrar(target: RegistrarTarget, server: TrunkServer, credentials: TrunkCredentials): Promise<AskedTrunk>;
}

/** A silent one takes 5 s. */
const MOST_SERVERS = 3;

/**
 * Looks a trunk up, connects with it where its transport wants that, asks whether we may register where that is to be done, and
 * asks it with OPTIONS. What comes after a step that fails is not tried. Of several servers the first that is well counts, and of
 * none the first, as in a call.
 */
export async function probeTrunk(
  probe: TrunkProbe,
  target: ProbedTrunk,
  credentials: TrunkCredentials | null,
): Promise<TrunkTestStep[]> {
  const found = await probe.serversOf(target);
  const dns = dnsStep(target, found);
  let first: TrunkTestStep[] = [];
  for (const server of 'servers' in found ? found.servers.slice(0, MOST_SERVERS) : []) {
    const steps = await probeServer(probe, target, server, credentials);
    if (steps.every(({ ok }) => ok)) return [dns, ...steps];
    if (first.length === 0) first = steps;
  }
  return [dns, ...first];
}

async function probeServer(
  probe: TrunkProbe,
  target: ProbedTrunk,
  server: TrunkServer,
  credentials: TrunkCredentials | null,
): Promise<TrunkTestStep[]> {
  const own = probe.ownAddress(server);
  // A socket bound to loopback reaches no other host, and the fault looks like one of the trunk.
  const remedy = loopbackRemedy(own.host, server.address);
  const connected = await probe.connect(target, server);
  if (connected.some(({ ok }) => !ok))
    return connected.map((step) => (step.ok || !remedy ? step : { ...step, remedy }));
  const registration =
    target.authentication === 'register' ? [await registrationStep(probe, target, server, credentials, remedy)] : [];
  if (registration.some(({ ok }) => !ok)) return [...connected, ...registration];
  const answer = await probe.options(target, server, credentials);
  return [...connected, ...registration, answerStep(answer, server, own, remedy)];
}

function dnsStep(target: TrunkTarget, found: FoundServers): TrunkTestStep {
  const { host, port } = serverOf(target);
  if ('blocked' in found) {
    const remedy = 'Give a public address, or ask the operator.';
    return { name: 'dns', ok: false, detail: `${host} ${found.blocked}`, remedy };
  }
  if ('error' in found || found.servers.length === 0) {
    const why = 'error' in found ? ` (${found.error})` : '';
    return {
      ...{ name: 'dns', ok: false, detail: `${host} has no address${why}.` },
      remedy: 'Check the spelling of the host, or enter its IP address instead.',
    };
  }
  const isChosen = target.transport === 'auto';
  const places = found.servers.map((server) => {
    const place = server.port === port ? server.address : `${server.address}:${server.port}`;
    return isChosen ? `${place} over ${server.protocol.toUpperCase()}` : place;
  });
  const where = found.by === 'address' ? `${host} is an IP address.` : `${host} is ${places.join(', ')}.`;
  const detail = isChosen ? `${where} ${CHOICES[found.by]}` : where;
  return { name: 'dns', ok: true, detail, remedy: null };
}

/** Why it is this protocol, in this order, where DNS decides. */
const CHOICES = {
  naptr: 'Its NAPTR records say so.',
  srv: 'It has no NAPTR records of use; its SRV records say so.',
  addresses: 'It has neither NAPTR nor SRV records, so it is asked over UDP.',
  port: 'A port is given, so it is asked over UDP; leave the port at 5060 to have its records read.',
  address: 'So it is asked over UDP: an address has no records that say more.',
} as const;

async function registrationStep(
  probe: TrunkProbe,
  target: ProbedTrunk,
  server: TrunkServer,
  credentials: TrunkCredentials | null,
  loopback: string | null,
): Promise<TrunkTestStep> {
  const failed = { name: 'registration', ok: false } as const;
  const isBulk = target.registration_mode === 'bulk';
  if (!credentials) return { ...failed, ...refusalWords({ status: 401, authentication: 'no_credentials', isBulk }) };
  const answer = await probe.askRegistrar(target, server, credentials);
  if (answer === 'timeout') return { ...failed, ...NO_ANSWER, ...(loopback && { remedy: loopback }) };
  if ('name' in answer) return answer;
  if (answer.status >= 300) return { ...failed, ...refusalWords({ ...answer, isBulk }) };
  return standingStep(target, answer.contacts);
}

/** A registrar that keeps registrations in its memory forgets them when it restarts, and ours is refreshed at half of its time. */
const BINDING_LOST =
  'However, it lists no registration of Parley, though it took the last one: it may have restarted, and calls to you do not arrive then. To register again at once, disable and activate the trunk.';

/** Of a trunk that knows us. Some take the user name and the password, and yet no registration with them. */
function standingStep({ status, registration }: ProbedTrunk, bindings: number | undefined): TrunkTestStep {
  const known = {
    name: 'registration',
    ok: true,
    remedy: null,
    detail: 'It accepts the user name and the password.',
  } as const;
  // No failure: some registrars list bindings to those that register alone.
  if (status === 'registered' && bindings === 0) return { ...known, detail: `${known.detail} ${BINDING_LOST}` };
  if (status === 'registered') return { ...known, detail: `${known.detail} Parley is registered there.` };
  if (registration?.detail == null) return known;
  const detail = `${known.detail} However, the last registration failed: ${registration.detail}`;
  const remedy =
    'Parley tries again automatically within five minutes, or at once if you disable and activate the trunk. If it fails again, ask the provider.';
  return { ...known, ok: false, detail, remedy };
}

function answerStep(
  answer: AskedTrunk,
  server: TrunkServer,
  ownAddress: { host: string; port: number },
  loopback: string | null,
): TrunkTestStep {
  if (answer === 'timeout') return timeoutStep(server, ownAddress, loopback);
  return 'name' in answer ? answer : optionsStep(answer, `${ownAddress.host}:${ownAddress.port}`);
}

function timeoutStep(
  { protocol }: TrunkServer,
  ownAddress: { host: string; port: number },
  loopback: string | null,
): TrunkTestStep {
  const detail = 'No response within 5 s.';
  const remedy =
    loopback ??
    `Check the host and port. ${protocol === 'udp' ? 'A firewall may block UDP, or the' : 'The'} provider may not permit the address of Parley, ${ownAddress.host}:${ownAddress.port}.`;
  return { name: 'options', ok: false, detail, remedy };
}

const AUTHENTICATION_REMEDIES = {
  no_credentials:
    'It asks for a user name and a password. Set authentication to "digest" and enter them, or have the provider permit the address of Parley,',
  wrong_credentials:
    'It does not accept the user name and the password. Check both. They must be the SIP credentials, which may differ from those for the provider’s website. It sees Parley as',
  unsupported_challenge:
    'It asks for a kind of authentication that Parley does not support (Digest with MD5, SHA-256 or SHA-512-256 is supported). Have the provider permit the address of Parley,',
};

/** What a refusal of OPTIONS says of the calls to come. */
function remedyOf({ status, authentication }: TrunkAnswer, own: string): string | null {
  if (authentication !== null) return `${AUTHENTICATION_REMEDIES[authentication]} ${own}.`;
  if (status === 403) return `It does not permit Parley. Add ${own} to the addresses that it accepts.`;
  if (status === 503) return 'It is overloaded or out of service. Try again later, or ask the provider.';
  if (status >= 500 && status !== 501 && status !== 505) return 'It has an internal error. Ask the provider.';
  if (status >= 300 && status < 400) return 'It redirects to another host. Connect that host instead.';
  if (status === 408) return 'It got no response from a server behind it. Ask the provider.';
  return null;
}

function optionsStep(answer: TrunkAnswer, own: string): TrunkTestStep {
  const { status, roundTripMs } = answer;
  const remedy = remedyOf(answer, own);
  const aside =
    status >= 300 && remedy === null ? ' It does not support OPTIONS, but it responds, and that is enough.' : '';
  return {
    ...{ name: 'options', ok: remedy === null, remedy },
    detail: `It answered OPTIONS with ${status} after ${roundTripMs} ms.${aside}`,
  };
}
