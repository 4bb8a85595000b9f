/** Why a 401 or 407 stays the last word. */
export type AuthenticationProblem = 'no_credentials' | 'wrong_credentials' | 'unsupported_challenge';

/** How the registration of a trunk stands. */
export type Standing =
  | { readonly state: 'registered'; readonly expiresS: number }
  /** Tried again by itself. */
  | { readonly state: 'refused' | 'unreachable'; readonly detail: string };

/** The final response to a REGISTER that was refused. */
interface Refusal {
  readonly status: number;
  /** Why it ended with 401 or 407. */
  readonly authentication: AuthenticationProblem | null;
}

interface Words {
  readonly detail: string;
  readonly remedy: string;
}

export const NO_ANSWER: Words = {
  detail: 'No answer to REGISTER came.',
  remedy:
    'Check host, port and transport: it has to be the registrar, which some providers have apart from the host for calls. A firewall may drop the packets on the way.',
};

const OF_AUTHENTICATION: Readonly<Record<AuthenticationProblem, Words>> = {
  no_credentials: {
    detail: 'It asks for a user name and a password, and there is none that can be read.',
    remedy: 'Enter both again.',
  },
  wrong_credentials: {
    detail: 'It does not accept the user name and the password.',
    remedy:
      'Check both, and whether they are those for calls, which some providers show apart from those of their website.',
  },
  unsupported_challenge: {
    detail: 'It wants to know us in a way that Parley does not have.',
    remedy: 'Ask its operator for Digest with MD5, SHA-256 or SHA-512-256.',
  },
};

const OF_STATUS: Readonly<Record<number, Words>> = {
  403: {
    detail: 'It does not permit this user to register (403).',
    remedy:
      'Check the user name and the password, which some refuse so, and whether it permits registrations from our address.',
  },
  404: {
    detail: 'It does not know the user (404).',
    remedy: 'Check the user name, and the host: it may be one that belongs to another provider or area.',
  },
  405: { detail: 'It takes no registrations (405).', remedy: 'Set authentication to "digest" or "none".' },
  423: {
    detail: 'It insists on registrations of more than a day (423).',
    remedy: 'Ask its operator to accept a shorter time: Parley asks for an hour, and gives way up to a day.',
  },
  501: { detail: 'It takes no registrations (501).', remedy: 'Set authentication to "digest" or "none".' },
  503: {
    detail: 'It is overloaded or out of service (503).',
    remedy: 'It is tried again by itself. Ask its operator when that lasts.',
  },
};

/** Why a registrar refuses us, and what to do about it: RFC 3261 section 10.3 has its reasons. */
export function refusalWords({ status, authentication }: Refusal): Words {
  if (authentication !== null) return OF_AUTHENTICATION[authentication];
  const known = OF_STATUS[status];
  if (known) return known;
  if (status >= 300 && status < 400) {
    return { detail: `It sends us elsewhere (${status}).`, remedy: 'Connect the host that it names.' };
  }
  const remedy = status >= 500 ? 'It has a fault of its own. Ask its operator.' : 'Ask its operator why it refuses us.';
  return { detail: `It refused REGISTER with ${status}.`, remedy };
}

/** `status`: null when no final response came. */
export function standingAfterFailure(failure: {
  status: number | null;
  authentication: Refusal['authentication'];
}): Standing {
  const { status, authentication } = failure;
  if (status === null) return { state: 'unreachable', detail: NO_ANSWER.detail };
  return { state: 'refused', detail: refusalWords({ status, authentication }).detail };
}
