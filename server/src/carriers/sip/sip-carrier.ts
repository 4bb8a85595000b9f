import { isIPv6 } from 'node:net';
import {
  type Credentials,
  formatHost,
  type Hop,
  MediaNegotiation,
  type RedirectTo,
  type StoredDialogState,
  type UserAgent,
} from '@parley/sip';
import type { Carrier, DialRequest, Leg, LegToken, LocalMedia, OutgoingLeg } from '../carrier.ts';
import type { MediaPolicy } from '../media-policy.ts';
import { codecsOf, preferredRateHz } from './codecs.ts';
import type { Ladders } from './signalling/ladders.ts';
import { SipLeg } from './sip-leg.ts';
import type { CallSigner } from './stir/call-signer.ts';
import { addressOf } from './trunk-hop.ts';

/**
 * A process that dies between the answer and its storage leaves a 2xx without ACK: it is repeated, and the next process
 * ends that call. A callee that is not acknowledged repeats its 2xx after 500 ms (T1): by then the ACK leaves in any case.
 */
const ACK_HOLD_MS = 450;

export interface SipCarrierOptions {
  name: string;
  simulated: boolean;
  userAgent: UserAgent;
  /** Where the user agent's messages are kept. */
  ladders: Ladders;
  /**
   * Where INVITEs go: to the first hop of a trunk, of the simulated phone, of our own door, and to the next where it fails. Empty:
   * it can only end what is left open.
   */
  hops: readonly Hop[];
  /** Which 3xx are followed; left out: none. */
  redirectTo?: RedirectTo | undefined;
  /** What is behind the number in a URI, where it is not the address of the hop: the name of a trunk. */
  uriAddress?: string | undefined;
  /** Whom it calls, whatever the number is; left out: the number at the address. */
  requestUri?: string | undefined;
  /** The domain of our caller ids; left out: our own address. */
  callerDomain?: string | undefined;
  /** What the peer knows us by, where it asks; left out: nothing. */
  credentials?: Credentials | null;
  /** Vouches for our numbers; left out: nothing is signed. */
  signer?: CallSigner | undefined;
  media: MediaPolicy;
}

/** Calls through one SIP peer. */
export class SipCarrier implements Carrier {
  readonly name: string;
  readonly simulated: boolean;
  readonly #userAgent: UserAgent;
  readonly #ladders: Ladders;
  readonly #hops: readonly Hop[];
  readonly #redirectTo: RedirectTo | undefined;
  readonly #uriAddress: string | undefined;
  readonly #requestUri: string | undefined;
  readonly #callerDomain: string | undefined;
  readonly #credentials: Credentials | null;
  readonly #signer: CallSigner | undefined;
  readonly #media: MediaPolicy;

  constructor(options: SipCarrierOptions) {
    this.name = options.name;
    this.simulated = options.simulated;
    this.#userAgent = options.userAgent;
    this.#ladders = options.ladders;
    this.#hops = options.hops;
    this.#redirectTo = options.redirectTo;
    this.#uriAddress = options.uriAddress;
    this.#requestUri = options.requestUri;
    this.#callerDomain = options.callerDomain;
    this.#credentials = options.credentials ?? null;
    this.#signer = options.signer;
    this.#media = options.media;
  }

  outgoing(request: DialRequest): OutgoingLeg {
    const expectedRateHz = preferredRateHz(this.#media.codecs);
    const isOverIpv6 = isIPv6(this.#hops[0]?.host ?? '');
    return { frames: null, isOverIpv6, expectedRateHz, dial: (media) => this.#dial(request, media) };
  }

  async hangUpOrphan(token: LegToken): Promise<'ended' | 'unknown' | 'timeout'> {
    const answer = await this.#userAgent.bye(token.dialog as StoredDialogState, this.#credentials, this.#hops);
    return answer === 'unknown_dialog' ? 'unknown' : answer;
  }

  #dial(request: DialRequest, media: LocalMedia): Leg {
    const [destination, ...others] = this.#hops;
    if (!destination) throw new Error(`${this.name} has no address to call`);
    // Our media is at an address of one family.
    const alternatives = others.filter(({ host }) => isIPv6(host) === isIPv6(destination.host));
    const { ports } = this.#userAgent;
    const ownAddress = `${formatHost(this.#userAgent.hostFor(destination))}:${ports.get(destination.protocol) ?? this.#userAgent.port}`;
    const from = `sip:${request.from}@${this.#callerDomain ?? ownAddress}`;
    const networks = [...this.#hops.map(({ host }) => host), ...this.#media.networks];
    const { srtp, codecs } = this.#media;
    const negotiation = new MediaNegotiation({ ...media, codecs: codecsOf(codecs), srtp, networks });
    const address = this.#uriAddress ?? addressOf(destination);
    const call = this.#userAgent.invite({
      uri: this.#requestUri ?? `sip:${request.to}@${address}`,
      from: { uri: from },
      destination,
      alternatives,
      ...(this.#redirectTo === undefined ? {} : { redirectTo: this.#redirectTo }),
      credentials: this.#credentials,
      sdp: negotiation.offer(),
      ackHoldMs: ACK_HOLD_MS,
      // Trunks take the caller id from here (RFC 3325, section 9.1).
      headers: {
        'P-Asserted-Identity': `<${from}>`,
        ...this.#signer?.headers(request.from, request.to, request.isOwnNumber),
      },
    });
    const ladder = this.#ladders.claim(call.callId, 'caller');
    return new SipLeg(call, { carrierName: this.name, ladder, address }, negotiation, () => call.acknowledge());
  }
}
