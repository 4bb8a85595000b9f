import type { SipResponse } from '../messages/message.ts';

/** Who asked for a client transaction. Nothing comes after a timeout, a transport error or a final response, except 2xx to an INVITE. */
export interface ClientTransactionUser {
  onResponse(response: SipResponse): void;
  onTimeout(): void;
  onTransportError(error: Error): void;
}

/** Of a request of which nothing that becomes of it matters. */
export const NO_USER: ClientTransactionUser = { onResponse() {}, onTimeout() {}, onTransportError() {} };

export function eventOf(response: SipResponse): 'provisional' | 'success' | 'failure' {
  if (response.status < 200) return 'provisional';
  return response.status < 300 ? 'success' : 'failure';
}
