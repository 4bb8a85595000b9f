import type { SipRequest } from './message.ts';

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
  const values = invite.headers.all('replaces');
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
