import { RequestError } from '../kernel/request-error.ts';
import type { CarrierFault } from './carrier-fault.ts';

const RETRY_AFTER_S = 10;

/** Of a request about numbers that a carrier did not carry out: the client's to mend, or to send again. */
export function asRequestError(param: string, fault: CarrierFault): RequestError {
  if (fault.status !== null && fault.status < 500 && !fault.mayBeRepeated) {
    return new RequestError('unprocessable', fault.message, { param });
  }
  return new RequestError('server_error', fault.message, { status: 503, retryAfterS: RETRY_AFTER_S });
}
