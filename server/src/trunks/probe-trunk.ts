import type { TrunkTestStep } from '@parley/contract';
import type { TrunkTarget } from './trunk-target.ts';

/** How a trunk is asked whether it is there. */
export interface TrunkProbe {
  /** Where others reach us: what the trunk has to permit. */
  readonly ownAddress: { host: string; port: number };
  addressesOf(host: string): Promise<{ addresses: readonly string[] } | { error: string }>;
  options(target: TrunkTarget, address: string): Promise<{ status: number; roundTripMs: number } | 'timeout'>;
}

/** Looks a trunk up and asks it with OPTIONS. What comes after a step that fails is not tried. */
export async function probeTrunk(probe: TrunkProbe, target: TrunkTarget): Promise<TrunkTestStep[]> {
  const found = await probe.addressesOf(target.host);
  const dns = dnsStep(target.host, found);
  const address = 'addresses' in found ? found.addresses[0] : undefined;
  if (address === undefined) return [dns];
  const answer = await probe.options(target, address);
  return [dns, answer === 'timeout' ? timeoutStep(probe, address) : optionsStep(probe, answer)];
}

function dnsStep(host: string, found: { addresses: readonly string[] } | { error: string }): TrunkTestStep {
  if ('error' in found || found.addresses.length === 0) {
    const why = 'error' in found ? ` (${found.error})` : '';
    return {
      ...{ name: 'dns', ok: false, detail: `${host} has no IPv4 address${why}.` },
      remedy: 'Check the spelling of the host, or give its address instead.',
    };
  }
  const { addresses } = found;
  const detail = addresses[0] === host ? `${host} is an address.` : `${host} is ${addresses.join(', ')}.`;
  return { name: 'dns', ok: true, detail, remedy: null };
}

const isLoopback = (address: string) => address.startsWith('127.');

function timeoutStep({ ownAddress }: TrunkProbe, address: string): TrunkTestStep {
  const detail = 'Nothing came back within 5 s.';
  const remedy =
    isLoopback(ownAddress.host) && !isLoopback(address)
      ? `Parley listens on ${ownAddress.host}, which nobody else reaches: the operator starts it with PARLEY_SIP_HOST and PARLEY_PUBLIC_ADDRESS.`
      : `Check host and port. A firewall may drop UDP on the way, or the trunk does not know us: it must permit ${ownAddress.host}:${ownAddress.port}.`;
  return { name: 'options', ok: false, detail, remedy };
}

/** What a refusal of OPTIONS says of the calls to come. */
function remedyOf(status: number, own: string): string | null {
  if (status === 401 || status === 407) {
    return `It wants a user name and a password, which this version does not send. Let it know Parley by its address, ${own}.`;
  }
  if (status === 403) return `It does not permit us. Add our address, ${own}, to those that it accepts.`;
  if (status === 503) return 'It is overloaded or out of service. Try again later, or ask its operator.';
  if (status >= 500 && status !== 501 && status !== 505) return 'It has a fault of its own. Ask its operator.';
  if (status >= 300 && status < 400) return 'It sends us elsewhere. Connect the host that it names.';
  if (status === 408) return 'It got no answer from behind it. Ask its operator.';
  return null;
}

function optionsStep(
  { ownAddress }: TrunkProbe,
  { status, roundTripMs }: { status: number; roundTripMs: number },
): TrunkTestStep {
  const remedy = remedyOf(status, `${ownAddress.host}:${ownAddress.port}`);
  const aside = status >= 300 && remedy === null ? ' It does not take OPTIONS, and it is there: that is enough.' : '';
  return {
    ...{ name: 'options', ok: remedy === null, remedy },
    detail: `It answered OPTIONS with ${status} after ${roundTripMs} ms.${aside}`,
  };
}
