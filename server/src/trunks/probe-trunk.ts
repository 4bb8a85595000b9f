import type { Trunk, TrunkTestStep } from '@parley/contract';
import { type AuthenticationProblem, NO_ANSWER, refusalWords } from './registration-standing.ts';
import type { TrunkCredentials } from './trunk-credentials.ts';
import type { TrunkTarget } from './trunk-target.ts';

/** A final response. */
interface TrunkAnswer {
  status: number;
  /** Why it ended with 401 or 407. */
  authentication: AuthenticationProblem | null;
  roundTripMs: number;
}

/** A step: the connection was lost. */
export type AskedTrunk = TrunkAnswer | TrunkTestStep | 'timeout';

/** What is asked. The registration of a trunk that is stored stands somehow already. */
type ProbedTrunk = TrunkTarget & Pick<Trunk, 'authentication'> & Partial<Pick<Trunk, 'status' | 'registration'>>;

/** One of several, maybe, at a port that DNS may have named. */
export interface TrunkServer {
  readonly address: string;
  readonly port: number;
}

/** `blocked`: why nothing may be sent to where they are, in words. */
type FoundServers = { servers: readonly TrunkServer[] } | { error: string } | { blocked: string };

/** How a trunk is asked whether it is there. */
export interface TrunkProbe {
  /** Where others reach us: what the trunk has to permit. */
  ownAddress(target: TrunkTarget): { host: string; port: number };
  /** Where its servers are, in the order in which a call tries them. */
  serversOf(target: TrunkTarget): Promise<FoundServers>;
  /** The steps to a connection; none where the transport needs none. */
  connect(target: TrunkTarget, server: TrunkServer): Promise<TrunkTestStep[]>;
  options(target: TrunkTarget, server: TrunkServer, credentials: TrunkCredentials | null): Promise<AskedTrunk>;
  /** Asks whether it would let us register; changes no registration. */
  askRegistrar(target: TrunkTarget, server: TrunkServer, credentials: TrunkCredentials): Promise<AskedTrunk>;
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
  const connected = await probe.connect(target, server);
  if (connected.some(({ ok }) => !ok)) return connected;
  const registration =
    target.authentication === 'register' ? [await registrationStep(probe, target, server, credentials)] : [];
  if (registration.some(({ ok }) => !ok)) return [...connected, ...registration];
  const answer = await probe.options(target, server, credentials);
  return [...connected, ...registration, answerStep(answer, target, server.address, probe.ownAddress(target))];
}

function dnsStep({ host, port }: TrunkTarget, found: FoundServers): TrunkTestStep {
  if ('blocked' in found) {
    const remedy = 'Give a public address, or ask the operator.';
    return { name: 'dns', ok: false, detail: `${host} ${found.blocked}`, remedy };
  }
  if ('error' in found || found.servers.length === 0) {
    const why = 'error' in found ? ` (${found.error})` : '';
    return {
      ...{ name: 'dns', ok: false, detail: `${host} has no address${why}.` },
      remedy: 'Check the spelling of the host, or give its address instead.',
    };
  }
  const places = found.servers.map((server) =>
    server.port === port ? server.address : `${server.address}:${server.port}`,
  );
  const detail = places[0] === host ? `${host} is an address.` : `${host} is ${places.join(', ')}.`;
  return { name: 'dns', ok: true, detail, remedy: null };
}

async function registrationStep(
  probe: TrunkProbe,
  target: ProbedTrunk,
  server: TrunkServer,
  credentials: TrunkCredentials | null,
): Promise<TrunkTestStep> {
  const failed = { name: 'registration', ok: false } as const;
  if (!credentials) return { ...failed, ...refusalWords({ status: 401, authentication: 'no_credentials' }) };
  const answer = await probe.askRegistrar(target, server, credentials);
  if (answer === 'timeout') return { ...failed, ...NO_ANSWER };
  if ('name' in answer) return answer;
  if (answer.status >= 300) return { ...failed, ...refusalWords(answer) };
  return standingStep(target);
}

/** Of a trunk that knows us. Some take the user name and the password, and yet no registration with them. */
function standingStep({ status, registration }: ProbedTrunk): TrunkTestStep {
  const known = {
    name: 'registration',
    ok: true,
    remedy: null,
    detail: 'It accepts the user name and the password.',
  } as const;
  if (status === 'registered') return { ...known, detail: `${known.detail} Parley is registered there.` };
  if (registration?.detail == null) return known;
  const detail = `${known.detail} But the last registration failed: ${registration.detail}`;
  const remedy =
    'It is tried again by itself, within five minutes. Look at it then, and ask its operator when it fails again.';
  return { ...known, ok: false, detail, remedy };
}

const isLoopback = (address: string) => address.startsWith('127.');

function answerStep(
  answer: AskedTrunk,
  target: TrunkTarget,
  address: string,
  ownAddress: { host: string; port: number },
): TrunkTestStep {
  if (answer === 'timeout') return timeoutStep(target, address, ownAddress);
  return 'name' in answer ? answer : optionsStep(answer, `${ownAddress.host}:${ownAddress.port}`);
}

function timeoutStep(
  { transport }: TrunkTarget,
  address: string,
  ownAddress: { host: string; port: number },
): TrunkTestStep {
  const detail = 'Nothing came back within 5 s.';
  const remedy =
    isLoopback(ownAddress.host) && !isLoopback(address)
      ? `Parley listens on ${ownAddress.host}, which nobody else reaches: the operator starts it with PARLEY_SIP_HOST and PARLEY_PUBLIC_ADDRESS.`
      : `Check host and port. ${transport === 'udp' ? 'A firewall may drop UDP on the way, or the' : 'The'} trunk does not know us: it must permit ${ownAddress.host}:${ownAddress.port}.`;
  return { name: 'options', ok: false, detail, remedy };
}

const AUTHENTICATION_REMEDIES = {
  no_credentials:
    'It wants a user name and a password. Set authentication to "digest", with those that it knows you by, or let it know Parley by its address,',
  wrong_credentials:
    'It does not accept the user name and the password. Check both, and whether they are those for calls, which some providers show apart from those of their website. To it we are',
  unsupported_challenge:
    'It wants to know us in a way that Parley does not have: only Digest with MD5, SHA-256 or SHA-512-256. Let it know Parley by its address,',
};

/** What a refusal of OPTIONS says of the calls to come. */
function remedyOf({ status, authentication }: TrunkAnswer, own: string): string | null {
  if (authentication !== null) return `${AUTHENTICATION_REMEDIES[authentication]} ${own}.`;
  if (status === 403) return `It does not permit us. Add our address, ${own}, to those that it accepts.`;
  if (status === 503) return 'It is overloaded or out of service. Try again later, or ask its operator.';
  if (status >= 500 && status !== 501 && status !== 505) return 'It has a fault of its own. Ask its operator.';
  if (status >= 300 && status < 400) return 'It sends us elsewhere. Connect the host that it names.';
  if (status === 408) return 'It got no answer from behind it. Ask its operator.';
  return null;
}

function optionsStep(answer: TrunkAnswer, own: string): TrunkTestStep {
  const { status, roundTripMs } = answer;
  const remedy = remedyOf(answer, own);
  const aside = status >= 300 && remedy === null ? ' It does not take OPTIONS, and it is there: that is enough.' : '';
  return {
    ...{ name: 'options', ok: remedy === null, remedy },
    detail: `It answered OPTIONS with ${status} after ${roundTripMs} ms.${aside}`,
  };
}
