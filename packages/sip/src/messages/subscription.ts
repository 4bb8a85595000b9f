import type { SipRequest } from './message.ts';
import { Scanner } from './scanner.ts';

/** The Event header (RFC 6665 section 8.2.1); null when there is none or it is malformed. */
export function eventOf(request: SipRequest): { readonly name: string; readonly id: string | null } | null {
  const event = read(request, 'event');
  return event && { name: event.token, id: event.params.get('id') ?? null };
}

/** Whether this NOTIFY is the last one (RFC 6665 section 8.2.3). Without a Subscription-State it is not. */
export function endsSubscription(notify: SipRequest): boolean {
  return read(notify, 'subscription-state')?.token === 'terminated';
}

function read(request: SipRequest, header: string) {
  const scanner = new Scanner(request.headers.get(header) ?? '');
  scanner.skipSpaces();
  const token = scanner.takeToken().toLowerCase();
  const params = scanner.takeParams();
  return token === '' || params === null ? null : { token, params };
}
