import type { ConnectionProblem } from '@parley/sip';

/** What is stored with a call, and looked up here when the doctor reads it. */
export type { ConnectionProblem };

const CERTIFICATE_OF_OURS =
  'It asks for a certificate of Parley that it trusts. The operator sets PARLEY_SIP_TLS_CERTIFICATE and PARLEY_SIP_TLS_KEY, and restarts Parley.';

/** What to do where there is no connection with a trunk. */
export const CONNECTION_REMEDIES: Readonly<Record<ConnectionProblem, string>> = {
  refused:
    'Check the port: SIP over TCP usually uses 5060, over TLS 5061. The provider may not support this transport, or not permit the address of Parley.',
  unreachable: 'Check the host, and that Parley can reach it.',
  timeout:
    'Check the host and port. A firewall may block the packets, or the provider does not permit the address of Parley.',
  handshake_timeout: 'Check the port: the service there may not use TLS, which usually has port 5061.',
  closed:
    'It closed the connection. It may not permit the address of Parley, or expect another transport at this port.',
  slow_peer: 'It does not read the data that it is sent. Ask the provider.',
  no_pong: 'A firewall or NAT on the way may drop idle connections. Ask the provider.',
  not_sip: 'Check the port: the service there does not use SIP.',
  not_tls: 'Check the port, which is usually 5061 for TLS, or set transport to "tcp", which is not encrypted.',
  tls_version: 'The provider has to permit TLS 1.2 or 1.3.',
  handshake_refused: `${CERTIFICATE_OF_OURS} Or it only permits old ciphers.`,
  certificate_expired: 'The provider has to renew its certificate.',
  certificate_not_yet_valid: 'Check the clock of this host, then ask the provider about the certificate.',
  name_mismatch:
    'Set host to a name in its certificate. If the certificate belongs to another company, host leads to a wrong server: check its spelling.',
  unknown_authority:
    'If its authority is a private one, the operator adds that authority’s certificate to the file of PARLEY_SIP_TLS_AUTHORITIES and restarts Parley. Otherwise the provider has to send the intermediate certificates as well.',
  self_signed:
    'If it is a server of your own, the operator adds this certificate to the file of PARLEY_SIP_TLS_AUTHORITIES and restarts Parley. A provider has to get a certificate of an authority: check host and port, and ask it.',
  certificate_invalid: 'Ask the provider for a valid certificate.',
  certificate_required: CERTIFICATE_OF_OURS,
  failed: 'Check the host and port.',
};

/** The detail of a connection's fault as a sentence. */
export const connectionSentence = ({ detail }: { readonly detail: string }): string =>
  `${detail[0]!.toUpperCase()}${detail.slice(1)}.`;
