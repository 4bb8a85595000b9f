import type { TrunkTestStep } from '@parley/contract';
import { ConnectionError, type ConnectionProblem, type ConnectionReport, type Hop } from '@parley/sip';
import { CONNECTION_REMEDIES, connectionSentence } from '../connection-remedies.ts';

/** Those that TCP does not get over; every other one is a matter of TLS, or of SIP. */
const OF_TCP: ReadonlySet<ConnectionProblem> = new Set(['refused', 'unreachable', 'timeout']);

const DAY_MS = 86_400_000;

/** What there is to say of a connection that was opened, or was not; nothing of UDP, which has none. */
export function connectionSteps(
  { protocol, host, port, tlsName = host }: Hop,
  outcome: ConnectionReport | ConnectionError,
): TrunkTestStep[] {
  const tcp = { name: 'tcp', ok: true, detail: `Connected to ${host}:${port}.`, remedy: null } as const;
  if (outcome instanceof ConnectionError) {
    if (protocol === 'tcp' || OF_TCP.has(outcome.problem)) return [failedStep('tcp', outcome)];
    return [tcp, failedStep('tls', outcome)];
  }
  if (!outcome.tls) return [tcp];
  const { version, validUntil } = outcome.tls;
  const days = Math.floor((validUntil.getTime() - Date.now()) / DAY_MS);
  const detail = `${version}; the certificate is for ${tlsName}, from a trusted authority, and ${days === 0 ? 'expires within a day' : `valid for ${days} more ${days === 1 ? 'day' : 'days'}`}.`;
  return [tcp, { name: 'tls', ok: true, detail, remedy: null }];
}

/** A connection that failed while it was used, or before. */
export function failedStep(name: TrunkTestStep['name'], error: ConnectionError): TrunkTestStep {
  return { name, ok: false, detail: connectionSentence(error), remedy: CONNECTION_REMEDIES[error.problem] };
}
