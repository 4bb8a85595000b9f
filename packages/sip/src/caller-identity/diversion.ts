import type { CallParty } from '../calls/call.ts';
import { partyOf } from '../calls/call-party.ts';
import type { SipRequest } from '../messages/message.ts';
import { type NameAddress, parseNameAddress } from '../messages/name-address.ts';
import { unquote } from '../messages/scanner.ts';

/** A number from which a call was diverted on its way (RFC 5806). */
export interface Diversion {
  readonly from: CallParty | null; // null: it does not want to be known
  readonly reason: string | null; // `unconditional`, `user-busy`, `no-answer` … (section 9), in lower case
  readonly times: number; // how often it was, by the counter of this entry
}

/** Section 6: the latest diversion first. What is malformed is passed over. */
export function diversionsOf(request: SipRequest): Diversion[] {
  return readDiversions(request.headers.all('diversion'));
}

/** The same of values of the header. */
export function readDiversions(values: readonly string[]): Diversion[] {
  return values.flatMap((value) => {
    const address = parseNameAddress(value);
    return address ? [diversionOf(address)] : [];
  });
}

function diversionOf(address: NameAddress): Diversion {
  const reason = paramOf(address, 'reason');
  const counter = paramOf(address, 'counter') ?? '';
  const from = privateFrom(address);
  return { from, reason, times: /^[1-9][0-9]{0,2}$/.test(counter) ? Number(counter) : 1 };
}

/** Section 9: `full` hides all of it, `uri` the number, `name` the name. */
function privateFrom(address: NameAddress): CallParty | null {
  const privacy = paramOf(address, 'privacy');
  if (privacy === 'full' || privacy === 'uri') return null;
  const party = partyOf(address);
  return privacy === 'name' ? { ...party, displayName: null } : party;
}

/** Some gateways write tokens as quoted strings. */
function paramOf({ params }: NameAddress, name: string): string | null {
  return unquote(params.get(name) ?? '').toLowerCase() || null;
}
