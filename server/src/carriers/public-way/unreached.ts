/** What there is to say of a request to PUBLIC_URL that got no response: what happened, and what to do. */
export function unreached(publicUrl: string, error: unknown, carrier: string): [detail: string, remedy: string] {
  const { hostname } = new URL(publicUrl);
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return [`${hostname} has no address in DNS.`, 'Check PUBLIC_URL for a typing error, or enter the name in DNS.'];
  }
  if (code === 'ECONNREFUSED') {
    return [
      `Nothing listens at ${publicUrl}: the connection was refused.`,
      `Start the proxy or the tunnel that leads from there to this service. ${FROM_INSIDE(carrier)}`,
    ];
  }
  const certificate = CERTIFICATES[code];
  if (certificate !== undefined) {
    const remedy = `${carrier} refuses it as well. The proxy needs a certificate of a public authority for ${hostname}, with the intermediate certificates.`;
    return [`The certificate of ${hostname} ${certificate}.`, remedy];
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return [`What listens at ${publicUrl} does not speak TLS.`, 'Check the port: the proxy has to end TLS there.'];
  }
  const isLate = (error as Error).name === 'TimeoutError';
  return [
    `No response from ${publicUrl}${isLate ? ' within 5 s' : ` (${code || String(error)})`}.`,
    `Check the proxy and the firewall before it: ${carrier} comes from many addresses, so none may be left out. ${FROM_INSIDE(carrier)}`,
  ];
}

/** NAT without a way back (hairpinning) looks like this. */
const FROM_INSIDE = (carrier: string) =>
  `Where your network has no way from inside to its own public address, this test cannot tell: place a call through ${carrier}.`;

const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'is of a private authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is of an authority that is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is of an authority that is not known',
};

/** Of what `fetch` throws; empty: none, as when the time was over. */
function codeOf(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown } }).cause;
  return typeof cause?.code === 'string' ? cause.code : '';
}
