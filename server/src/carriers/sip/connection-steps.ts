import type { TrunkTestStep } from '@parley/contract';
import { ConnectionError, type ConnectionProblem, type ConnectionReport, type Hop } from '@parley/sip';

/** Those that TCP does not get over; every other one is a matter of TLS, or of SIP. */
const OF_TCP: ReadonlySet<ConnectionProblem> = new Set(['refused', 'unreachable', 'timeout']);

const CERTIFICATE_OF_OURS =
  'It wants a certificate of ours, and one that it trusts: the operator sets PARLEY_SIP_TLS_CERTIFICATE and PARLEY_SIP_TLS_KEY.';

const REMEDIES: Readonly<Record<ConnectionProblem, string>> = {
  refused:
    'Check the port: SIP over TCP is mostly at 5060, over TLS at 5061. The trunk may not take this transport, or not from our address.',
  unreachable: 'Check the host, and that this machine has a way to it.',
  timeout: 'Check host and port. A firewall may drop the packets on the way, or the trunk does not permit our address.',
  handshake_timeout: 'Check the port: what listens there may not speak TLS, whose port is mostly 5061.',
  closed: 'It ended the connection. It may not permit our address, or want another transport at this port.',
  slow_peer: 'It does not read what it is sent. Ask its operator.',
  not_sip: 'Check the port: what listens there does not speak SIP.',
  not_tls: 'Check the port, which is mostly 5061 for TLS; or set transport to "tcp", which is not encrypted.',
  tls_version: 'Its operator has to permit TLS 1.2 or 1.3.',
  handshake_refused: `${CERTIFICATE_OF_OURS} Or it permits old ciphers alone.`,
  certificate_expired: 'Its operator has to renew its certificate.',
  certificate_not_yet_valid: 'Check the clock of this machine, then ask its operator for the certificate.',
  name_mismatch: 'Set host to a name that its certificate is for.',
  unknown_authority:
    'Where its authority is a private one, the operator puts its certificate into PARLEY_SIP_TLS_AUTHORITIES. Else its operator has to send the certificates in between as well.',
  certificate_invalid: 'Ask its operator for a valid certificate.',
  certificate_required: CERTIFICATE_OF_OURS,
  failed: 'Check host and port.',
};

const DAY_MS = 86_400_000;

/** What there is to say of a connection that was opened, or was not; nothing of UDP, which has none. */
export function connectionSteps(
  { protocol, host, port, tlsName = host }: Hop,
  outcome: ConnectionReport | ConnectionError,
): TrunkTestStep[] {
  const tcp = { name: 'tcp', ok: true, detail: `There is a connection with ${host}:${port}.`, remedy: null } as const;
  if (outcome instanceof ConnectionError) {
    if (protocol === 'tcp' || OF_TCP.has(outcome.problem)) return [failedStep('tcp', outcome)];
    return [tcp, failedStep('tls', outcome)];
  }
  if (!outcome.tls) return [tcp];
  const { version, validUntil } = outcome.tls;
  const days = Math.floor((validUntil.getTime() - Date.now()) / DAY_MS);
  const detail = `${version}; the certificate is for ${tlsName}, of an authority that is trusted, and valid for ${days} more ${days === 1 ? 'day' : 'days'}.`;
  return [tcp, { name: 'tls', ok: true, detail, remedy: null }];
}

/** A connection that failed while it was used, or before. */
export function failedStep(name: TrunkTestStep['name'], { problem, detail }: ConnectionError): TrunkTestStep {
  return { name, ok: false, detail: `${detail[0]!.toUpperCase()}${detail.slice(1)}.`, remedy: REMEDIES[problem] };
}
