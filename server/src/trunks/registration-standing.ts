/** Why a 401 or 407 stays the last word. */
export type AuthenticationProblem = 'no_credentials' | 'wrong_credentials' | 'unsupported_challenge';

/** The state of a trunk's registration. */
export type Standing =
  | { readonly state: 'registered'; readonly expiresS: number }
  /** Tried again by itself. */
  | { readonly state: 'refused' | 'unreachable'; readonly detail: string };

/** The final response to a REGISTER that was refused. */
interface Refusal {
  readonly status: number;
  /** Why it ended with 401 or 407. */
  readonly authentication: AuthenticationProblem | null;
  /** All numbers were to be registered at once. */
  readonly isBulk: boolean;
}

interface Words {
  readonly detail: string;
  readonly remedy: string;
}

export const NO_ANSWER: Words = {
  detail: 'No response to REGISTER.',
  remedy:
    'Check the host, port and transport. If the provider names a separate server for registrations, enter it as outbound_proxy. A firewall may block the packets.',
};

/** RFC 5626: calls would come over it. */
export const FLOW_LOST =
  'The connection that its calls come over breaks again and again. Parley registers again after a while.';

const OF_AUTHENTICATION: Readonly<Record<AuthenticationProblem, Words>> = {
  no_credentials: {
    detail: 'It asks for a user name and a password, and none is stored that can be read.',
    remedy: 'Enter both again.',
  },
  wrong_credentials: {
    detail: 'It does not accept the user name and the password.',
    remedy: 'Check both. They must be the SIP credentials, which may differ from those for the provider’s website.',
  },
  unsupported_challenge: {
    detail: 'It asks for a kind of authentication that Parley does not support.',
    remedy: 'Ask the provider for Digest with MD5, SHA-256 or SHA-512-256.',
  },
};

const OF_STATUS: Readonly<Record<number, Words>> = {
  403: {
    detail: 'It does not permit this user to register (403).',
    remedy:
      'Check the user name and the password, and whether the provider permits registrations from the address of Parley.',
  },
  404: {
    detail: 'It does not know the user (404).',
    remedy: 'Check the user name and the host. The host may belong to another provider or region.',
  },
  405: { detail: 'It does not accept registrations (405).', remedy: 'Set authentication to "digest" or "none".' },
  423: {
    detail: 'It requires registrations of more than a day (423).',
    remedy: 'Ask the provider to accept a shorter time: Parley asks for an hour, and accepts up to a day.',
  },
  501: { detail: 'It does not accept registrations (501).', remedy: 'Set authentication to "digest" or "none".' },
  503: {
    detail: 'It is overloaded or out of service (503).',
    remedy: 'Parley tries again automatically. If this continues, ask the provider.',
  },
};

/** RFC 6140 is all that we require of a registrar, so 420 is about nothing else (RFC 3261 section 21.4.15). */
const NO_BULK: Words = {
  detail: 'It does not support the registration of all numbers at once (420, RFC 6140).',
  remedy:
    'Set registration_mode to "single", or ask the provider to enable bulk registration (RFC 6140, "gin") for this user, and for the proxies before its registrar.',
};

/** Why a registrar refuses us, and what to do about it: RFC 3261 section 10.3 has its reasons. */
export function refusalWords({ status, authentication, isBulk }: Refusal): Words {
  if (authentication !== null) return OF_AUTHENTICATION[authentication];
  if (status === 420 && isBulk) return NO_BULK;
  const known = OF_STATUS[status];
  if (known) return known;
  if (status >= 300 && status < 400) {
    return { detail: `It redirects to another host (${status}).`, remedy: 'Connect that host instead.' };
  }
  const remedy =
    status >= 500 ? 'It has an internal error. Ask the provider.' : 'Ask the provider why it refuses the registration.';
  return { detail: `It refused REGISTER with ${status}.`, remedy };
}

/** `status`: null when no final response came. */
export function standingAfterFailure(failure: Omit<Refusal, 'status'> & { readonly status: number | null }): Standing {
  const { status, authentication, isBulk } = failure;
  if (status === null) return { state: 'unreachable', detail: NO_ANSWER.detail };
  return { state: 'refused', detail: refusalWords({ status, authentication, isBulk }).detail };
}
