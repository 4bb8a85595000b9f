import type { DialogState } from '../dialogs/dialog-state.ts';
import type { SipMessage, SipRequest } from './message.ts';
import { percentDecoded } from './uri.ts';

/** Which dialog an INVITE is to take the place of: RFC 3891 section 6.1. Tags are as its recipient sees them. */
export interface Replaces {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  /** Only while it is not answered. */
  readonly earlyOnly: boolean;
}

/** Null: it replaces nothing. `malformed`: there are several, or one without its tags (section 3). */
export function replacesOf(invite: SipRequest): Replaces | 'malformed' | null {
  return readReplaces(invite.headers.all('replaces'));
}

/** The same of the INVITE that a URI asks for: its Refer-To has the header escaped (section 4). */
export function replacesOfUri(uri: string): Replaces | 'malformed' | null {
  const [, headers = ''] = uri.split('?', 2);
  const values = headers.split('&').flatMap((header) => {
    const [name = '', value = ''] = header.split('=', 2);
    return name.toLowerCase() === 'replaces' ? [percentDecoded(value)] : [];
  });
  return readReplaces(values);
}

function readReplaces(values: readonly string[]): Replaces | 'malformed' | null {
  if (values.length === 0) return null;
  const [callId = '', ...params] = values[0]!.split(';').map((part) => part.trim());
  const tagOf = (name: string) =>
    params.find((param) => param.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const [localTag, remoteTag] = [tagOf('to-tag'), tagOf('from-tag')];
  const isOne = values.length === 1 && !callId.includes(',') && !/[\s,]/.test(callId);
  if (!isOne || callId === '' || localTag === '' || remoteTag === '') return 'malformed';
  const earlyOnly = params.some((param) => param.toLowerCase() === 'early-only');
  return { callId, localTag, remoteTag, earlyOnly };
}

/** Whether its sender may be asked to have a dialog replaced (RFC 3891 section 6.2). */
export function supportsReplaces(message: SipMessage): boolean {
  return message.headers.all('supported').some((option) => option.trim().toLowerCase() === 'replaces');
}

/** What of a dialog names it to its other side. */
type ReplacedDialog = Pick<DialogState, 'remoteTarget' | 'callId' | 'localTag' | 'remoteTag'>;

/** The value of the header; tags are as its recipient sees them. */
export function formatReplaces({ callId, localTag, remoteTag }: Omit<Replaces, 'earlyOnly'>): string {
  return `${callId};to-tag=${localTag};from-tag=${remoteTag}`;
}

/**
 * What another calls to take our place in a dialog: its remote target, and the Replaces of that INVITE as a header of the URI (RFC 3891 section
 * 4, RFC 5589 section 7.3). The tag of its recipient is `to-tag`, on both sides of the dialog.
 */
export function replacingUri({ remoteTarget, callId, localTag, remoteTag }: ReplacedDialog): string {
  const replaces = formatReplaces({ callId, localTag: remoteTag, remoteTag: localTag });
  const [target = ''] = remoteTarget.split('?', 1); // a Contact has no headers (RFC 3261 section 19.1.1)
  return `${target}?Replaces=${encodeURIComponent(replaces)}`;
}
