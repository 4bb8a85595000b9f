import { Authenticator } from '../authentication/authenticator.ts';
import type { SipRequest, SipResponse } from '../messages/message.ts';
import { parseNameAddress } from '../messages/name-address.ts';
import type { Hop } from '../transports/transport.ts';
import type { DialogState } from './dialog-state.ts';
import { nextHop } from './next-hop.ts';

/** Methods whose Contact moves the remote target: RFC 3261 section 12.2, RFC 3311 section 5. */
const TARGET_REFRESH_METHODS: ReadonlySet<string> = new Set(['INVITE', 'UPDATE']);

/** One dialog: RFC 3261 section 12. */
export class Dialog {
  /** Makes the credentials of our requests in it. */
  authenticator: Authenticator;
  #state: DialogState;
  #known: { readonly state: DialogState; readonly hop: Hop } | null = null;

  constructor(state: DialogState, authenticator = new Authenticator()) {
    this.#state = state;
    this.authenticator = authenticator;
  }

  /** Section 12.1.2. `destination` is where the INVITE was sent to. */
  static ofCaller(invite: SipRequest, response: SipResponse, destination: Hop, authenticator?: Authenticator): Dialog {
    const state: DialogState = {
      callId: invite.callId,
      localTag: invite.fromTag ?? '',
      remoteTag: response.toTag ?? '',
      localUri: invite.from.uri,
      remoteUri: invite.to.uri,
      remoteTarget: response.contact?.uri ?? invite.uri,
      routeSet: [...response.headers.all('record-route')].reverse(),
      localSeq: invite.cseq.number,
      remoteSeq: null,
      destination,
    };
    return new Dialog(state, authenticator);
  }

  /** The 2xx to our INVITE, in a dialog that a provisional response began: it says the last word on the route (section 13.2.2.4). */
  confirm(response: SipResponse): void {
    this.#state = { ...this.#state, routeSet: [...response.headers.all('record-route')].reverse() };
    this.refreshTarget(response);
  }

  /** Of a 2xx to an INVITE that is forgotten, made from what the 2xx says. `source` is where it came from. */
  static ofOrphanSuccess(response: SipResponse, source: Hop, authenticator?: Authenticator): Dialog {
    const state: DialogState = {
      callId: response.callId,
      localTag: response.fromTag ?? '',
      remoteTag: response.toTag ?? '',
      localUri: response.from.uri,
      remoteUri: response.to.uri,
      remoteTarget: response.contact?.uri ?? response.to.uri,
      routeSet: [...response.headers.all('record-route')].reverse(),
      localSeq: response.cseq.number,
      remoteSeq: null,
      destination: source,
    };
    return new Dialog(state, authenticator);
  }

  /** Section 12.1.1. `source` is where the INVITE came from. */
  static ofCallee(invite: SipRequest, localTag: string, source: Hop, authenticator?: Authenticator): Dialog {
    const state: DialogState = {
      callId: invite.callId,
      localTag,
      remoteTag: invite.fromTag ?? '',
      localUri: invite.to.uri,
      remoteUri: invite.from.uri,
      remoteTarget: invite.contact?.uri ?? invite.from.uri,
      routeSet: [...invite.headers.all('record-route')],
      localSeq: 0,
      remoteSeq: invite.cseq.number,
      destination: source,
    };
    return new Dialog(state, authenticator);
  }

  get state(): DialogState {
    return this.#state;
  }

  get nextHop(): Hop {
    if (this.#known?.state !== this.#state) this.#known = { state: this.#state, hop: nextHop(this.#state) };
    return this.#known.hop;
  }

  /** Which name the certificates of a peer have that began the dialog. */
  useTlsName(tlsName: string): void {
    this.#state = { ...this.#state, tlsName };
  }

  /** The CSeq number for the next request. */
  nextSequence(): number {
    const localSeq = this.#state.localSeq + 1;
    this.#state = { ...this.#state, localSeq };
    return localSeq;
  }

  /**
   * Takes note of a request of the peer; false when it is out of order (section 12.2.2). A number that was seen already
   * belongs to a copy that came over another path, and is refused too: a digit must not count twice.
   */
  admit(request: SipRequest): boolean {
    const { number } = request.cseq;
    if (this.#state.remoteSeq !== null && number <= this.#state.remoteSeq) return false;
    this.#state = { ...this.#state, remoteSeq: number };
    if (TARGET_REFRESH_METHODS.has(request.method)) this.refreshTarget(request);
    return true;
  }

  refreshTarget(message: SipRequest | SipResponse): void {
    const remoteTarget = message.contact?.uri;
    if (remoteTarget !== undefined) this.#state = { ...this.#state, remoteTarget };
  }

  /** Request-URI and Route of a request in this dialog: section 12.2.1.1. */
  get target(): { uri: string; routes: readonly string[] } {
    const { remoteTarget, routeSet } = this.#state;
    const [first, ...others] = routeSet;
    const route = first === undefined ? null : parseNameAddress(first);
    if (!route || isLooseRouter(route.uri)) return { uri: withoutHeaders(remoteTarget), routes: routeSet };
    return { uri: withoutHeaders(route.uri), routes: [...others, `<${remoteTarget}>`] };
  }
}

/** A strict router is a proxy of RFC 2543: it wants to see itself in the Request-URI. */
function isLooseRouter(uri: string): boolean {
  return /;lr(?:[;=?]|$)/i.test(uri);
}

/** `?subject=…` has no place in a Request-URI (section 19.1.1). */
function withoutHeaders(uri: string): string {
  return uri.split('?', 1)[0] ?? uri;
}
