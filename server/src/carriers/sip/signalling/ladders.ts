import type { Hop, SipMessage } from '@parley/sip';
import { Ladder } from './ladder.ts';

/** Which end of a session we are: a call of ours to a number of ours has both, under one Call-ID. */
export type Role = 'caller' | 'callee';

interface OpenLadder {
  readonly ladder: Ladder;
  readonly role: Role;
  /** Of the From header of its INVITE: ours when we called. Null until it is known, or where the caller has none (RFC 2543). */
  callerTag: string | null;
  isClaimed: boolean;
}

/** An INVITE that no leg was made of is refused at once; its ACK comes within 32 s or never (RFC 3261, timer H). */
const UNCLAIMED_MS = 32_000;
/** What is refused before a leg is made of it is bounded by the limits of the trunk; this is for floods. */
const UNCLAIMED_AT_MOST = 1000;

/** Sorts the messages of a user agent into the ladders of its calls. What belongs to no call is dropped. */
export class Ladders {
  /** By Call-ID. */
  readonly #open = new Map<string, OpenLadder[]>();
  /** Call-IDs of ladders that no leg has claimed, oldest first. */
  readonly #unclaimed = new Map<string, number>();
  #local: { host: string; port: number };

  constructor(local: { host: string; port: number }) {
    this.#local = local;
  }

  /** What is on the wire: the port may be known only once it is bound. */
  set local(local: { host: string; port: number }) {
    this.#local = local;
  }

  get size(): number {
    return this.#open.size;
  }

  observe(direction: 'in' | 'out', message: SipMessage, peer: Hop, bytes: Buffer): void {
    const callId = message.headers.get('call-id') ?? '';
    const open = this.#open.get(callId);
    const begins = message.kind === 'request' && message.method === 'INVITE' && message.toTag === null;
    const of = begins
      ? this.#begun(callId, direction === 'out' ? 'caller' : 'callee', message)
      : open && ladderOf(open, direction, message);
    of?.ladder.add(
      {
        atMs: Date.now(),
        direction: direction === 'out' ? 'sent' : 'received',
        protocol: peer.protocol,
        host: peer.host,
        port: peer.port,
      },
      bytes,
    );
  }

  /** What was seen going out did not get there. */
  observeUnsent(message: SipMessage, bytes: Buffer, { message: why }: Error): void {
    const open = this.#open.get(message.headers.get('call-id') ?? '');
    if (open) ladderOf(open, 'out', message)?.ladder.noteUnsent(bytes, why);
  }

  /**
   * The ladder of a call that is a leg from now on; it is to be closed when nothing more is awaited. `callerTag` tells calls
   * that come in under one Call-ID apart.
   */
  claim(callId: string, role: Role, callerTag: string | null = null): Ladder {
    const open = this.#find(callId, role, callerTag) ?? this.#add(callId, role, callerTag);
    open.isClaimed = true;
    if (this.#open.get(callId)?.every(({ isClaimed }) => isClaimed)) this.#unclaimed.delete(callId);
    return open.ladder;
  }

  #begun(callId: string, role: Role, message: SipMessage): OpenLadder {
    const { fromTag } = message;
    const known = this.#find(callId, role, fromTag);
    if (known) {
      known.callerTag ??= fromTag;
      return known;
    }
    this.#forgetUnclaimed();
    this.#unclaimed.set(callId, Date.now());
    return this.#add(callId, role, fromTag);
  }

  /** That of this tag; one whose tag is not known may be of any. A call of ours has one Call-ID, and a tag for each telephone that it rings. */
  #find(callId: string, role: Role, callerTag: string | null): OpenLadder | undefined {
    const open = this.#open.get(callId)?.filter((one) => one.role === role) ?? [];
    if (role === 'caller') return open[0];
    return (
      open.find((one) => one.callerTag === callerTag) ??
      open.find((one) => one.callerTag === null || callerTag === null)
    );
  }

  #add(callId: string, role: Role, callerTag: string | null): OpenLadder {
    const ladder = new Ladder(this.#local, () => this.#remove(callId, open));
    const open: OpenLadder = { ladder, role, callerTag, isClaimed: false };
    const others = this.#open.get(callId);
    if (others) others.push(open);
    else this.#open.set(callId, [open]);
    return open;
  }

  #remove(callId: string, closed: OpenLadder): void {
    const left = this.#open.get(callId)?.filter((open) => open !== closed) ?? [];
    if (left.length === 0) this.#open.delete(callId);
    else this.#open.set(callId, left);
  }

  #forgetUnclaimed(): void {
    for (const [callId, sinceMs] of this.#unclaimed) {
      if (this.#unclaimed.size < UNCLAIMED_AT_MOST && Date.now() - sinceMs < UNCLAIMED_MS) return;
      this.#unclaimed.delete(callId);
      for (const open of this.#open.get(callId) ?? []) if (!open.isClaimed) this.#remove(callId, open);
    }
  }
}

/**
 * By the tag of the caller and which end of the call we are: the requester is in From (RFC 3261 section 12.2). A call
 * of ours to ourselves has one tag and both ends.
 */
function ladderOf(open: readonly OpenLadder[], direction: 'in' | 'out', message: SipMessage): OpenLadder | undefined {
  if (open.length === 1) return open[0];
  const isOfOurRequest = (direction === 'out') === (message.kind === 'request');
  const localTag = isOfOurRequest ? message.fromTag : message.toTag;
  const remoteTag = isOfOurRequest ? message.toTag : message.fromTag;
  const isOf = ({ role, callerTag }: OpenLadder) => callerTag === (role === 'caller' ? localTag : remoteTag);
  return open.find((one) => one.callerTag !== null && isOf(one)) ?? open.find(({ callerTag }) => callerTag === null);
}
