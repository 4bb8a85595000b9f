import type { Hop } from './transport.ts';

/** Why there is no connection with a peer, or no longer. */
export type ConnectionProblem =
  | 'refused' // no program listens there
  | 'unreachable' // no route, or no such address
  | 'timeout' // no reply: a firewall, or a host that is down
  | 'handshake_timeout' // TCP is connected, and TLS does not begin
  | 'closed' // the peer ended it
  | 'slow_peer' // it does not read what it is sent
  | 'no_pong' // it did not answer a keep-alive (RFC 5626 section 4.4.1)
  | 'not_sip'
  | 'not_tls' // what listens there does not speak TLS
  | 'tls_version' // none in common
  | 'handshake_refused' // before TLS 1.3: no cipher in common, or the peer wants a certificate of ours
  | 'certificate_expired'
  | 'certificate_not_yet_valid'
  | 'name_mismatch' // the certificate is for another host
  | 'unknown_authority' // not signed by an authority that is trusted
  | 'self_signed' // signed by no authority at all
  | 'certificate_invalid' // anything else that is wrong with it
  | 'certificate_required' // the peer wants a certificate of ours, or refuses the one that it got
  | 'failed';

/** Says which peer and why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly problem: ConnectionProblem;
  readonly peer: Hop;
  /** Without the peer. */
  readonly detail: string;

  constructor(peer: Hop, problem: ConnectionProblem, detail: string, cause?: unknown) {
    super(`${peer.protocol.toUpperCase()} ${peer.host}:${peer.port}: ${detail}`, { cause });
    this.problem = problem;
    this.peer = peer;
    this.detail = detail;
  }
}

interface SocketError extends Error {
  readonly code?: string;
  readonly cert?: { readonly subjectaltname?: string }; // of a certificate for another name
}

const MOST_NAME_CHARACTERS = 200;

const BY_CODE: Readonly<Record<string, ConnectionProblem>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EINVAL: 'unreachable', // an address of another network than the one that we are bound to
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'not_tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'not_tls',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'tls_version',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls_version',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'handshake_refused',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE': 'handshake_refused',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'certificate_required',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'certificate_required',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'certificate_required',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'certificate_required',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'certificate_required',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name_mismatch',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown_authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_authority',
  CERT_UNTRUSTED: 'unknown_authority',
  CERT_REVOKED: 'certificate_invalid',
  INVALID_PURPOSE: 'certificate_invalid',
  CERT_SIGNATURE_FAILURE: 'certificate_invalid',
};

const DETAILS: Readonly<Record<ConnectionProblem, string>> = {
  refused: 'the connection was refused: no program listens there',
  unreachable: 'there is no way to this address',
  timeout: 'there was no reply',
  handshake_timeout: 'the handshake was not answered',
  closed: 'the peer closed the connection',
  slow_peer: 'the peer does not read what it is sent',
  no_pong: 'the peer does not answer keep-alives',
  not_sip: 'the peer does not speak SIP',
  not_tls: 'what listens there does not speak TLS',
  tls_version: 'the peer speaks no version of TLS from 1.2 on',
  handshake_refused: 'the peer refused the handshake: it shares no cipher with us, or wants a certificate of ours',
  certificate_expired: 'its certificate has expired',
  certificate_not_yet_valid: 'its certificate is not valid yet',
  name_mismatch: 'its certificate is for another name',
  unknown_authority: 'its certificate is not signed by an authority that is trusted',
  self_signed: 'its certificate is signed by itself and not by an authority',
  certificate_invalid: 'its certificate is not valid',
  certificate_required: 'it wants a certificate of ours, or refuses the one that we have',
  failed: 'the connection failed',
};

/** `cause`: what node:net or node:tls reports. */
export function connectionError(peer: Hop, cause: SocketError): ConnectionError {
  if (cause instanceof ConnectionError) return cause;
  const problem = BY_CODE[cause.code ?? ''] ?? (cause.code?.startsWith('CERT_') ? 'certificate_invalid' : 'failed');
  return connectionProblem(peer, problem, cause);
}

export function connectionProblem(peer: Hop, problem: ConnectionProblem, cause?: SocketError): ConnectionError {
  const what = cause?.code ? ` (${cause.code})` : '';
  const names = cause?.cert?.subjectaltname;
  const detail = problem === 'name_mismatch' && names ? `its certificate is for ${shown(names)}` : DETAILS[problem];
  return new ConnectionError(peer, problem, `${detail}${what}`, cause);
}

/** `DNS:sip.example.com, IP Address:192.0.2.1` → `sip.example.com, 192.0.2.1`. The peer has chosen it. */
function shown(names: string): string {
  return names
    .replaceAll(/(?:DNS|IP Address|URI):/g, '')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, MOST_NAME_CHARACTERS);
}
