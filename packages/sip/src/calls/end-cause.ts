import type { AuthenticationFailure } from '../authentication/authenticator.ts';
import { parseInteger } from '../messages/cseq.ts';
import type { SipResponse } from '../messages/message.ts';
import type { CallEndCause } from './call.ts';

export interface CallEnd {
  readonly by: 'local' | 'remote';
  readonly cause: CallEndCause;
}

export function rejectionOf(response: SipResponse, authentication: AuthenticationFailure | null): CallEndCause {
  const q850 = q850Cause(response);
  return {
    ...{ kind: 'rejected', status: response.status, reason: response.reason },
    ...(q850 === null ? {} : { q850 }),
    ...(authentication === null ? {} : { authentication }),
  };
}

/** `Reason: Q.850;cause=17;text="User busy"` (RFC 3326) → 17. */
function q850Cause(response: SipResponse): number | null {
  for (const reason of response.headers.all('reason')) {
    const [protocol = '', ...params] = reason.split(';');
    if (protocol.trim().toLowerCase() !== 'q.850') continue;
    for (const param of params) {
      const [name = '', value = ''] = param.split('=', 2);
      if (name.trim().toLowerCase() === 'cause') return parseInteger(value.trim());
    }
  }
  return null;
}

/** RFC 3261 section 16.7, step 6, of telephones that all have refused: a 6xx speaks for the person, then the lowest class counts, in it 486. */
export function bestOf(ends: readonly CallEnd[]): CallEnd {
  return ends.toSorted((one, other) => weight(one.cause) - weight(other.cause))[0]!;
}

function weight(cause: CallEndCause): number {
  if (cause.kind !== 'rejected') return cause.kind === 'timeout' ? 480 : 1000;
  if (cause.status >= 600) return 0;
  return cause.status === 486 ? 400 : cause.status;
}
