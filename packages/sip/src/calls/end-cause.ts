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
