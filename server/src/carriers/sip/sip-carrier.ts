import { isIPv6 } from 'node:net';
import {
  type Credentials,
  formatHost,
  type Hop,
  isSameHop,
  MediaNegotiation,
  type RedirectTo,
  type RegisteredWay,
  type SrtpPolicy,
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

/** Where one telephone of a person is. */
interface Telephone {
  /** The Request-URI of calls to it. */
  uri: string;
  hop: Hop;
  /** As whom it has registered. */
  username: string;
  /** How its media is encrypted: the first offer, and the one for a peer that cannot use it. */
  srtp: readonly [SrtpPolicy, SrtpPolicy?];
}

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
  /** How it is reached where we have registered with it; left out or null: we have not. */
  registered?: RegisteredWay | null | undefined;
  /** What is behind the number in a URI, where it is not the address of the hop: the name of a trunk. */
  uriAddress?: string | undefined;
  /** Telephones that ring at once, whatever the number is, instead of the hops; left out: the number is called at the hops. */
  telephones?: readonly Telephone[] | undefined;
  /** What softphones need to be connected with each other's callers: where INVITEs reach ourselves, and the legs to all of them. */
  softphones?: { readonly ownDoor: Hop; readonly legs: Set<SipLeg> } | undefined;
  /** Calls go over UDP however long they are: to this host, or to where a telephone has registered over UDP. */
  keepsProtocol?: boolean | undefined;
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
  readonly #registered: RegisteredWay | null;
  readonly #uriAddress: string | undefined;
  readonly #telephones: readonly Telephone[];
  readonly #softphones: SipCarrierOptions['softphones'];
  readonly #keepsProtocol: boolean;
  readonly #callerDomain: string | undefined;
  readonly #credentials: Credentials | null;
  readonly #signer: CallSigner | undefined;
  readonly #media: MediaPolicy;

  constructor(options: SipCarrierOptions) {
    this.name = options.name;
    this.simulated = options.simulated;
    this.#userAgent = options.userAgent;
    this.#ladders = options.ladders;
    this.#registered = options.registered ?? null;
    this.#telephones = options.telephones ?? [];
    this.#softphones = options.softphones;
    this.#hops = hopsOf(options);
    this.#redirectTo = options.redirectTo;
    this.#uriAddress = options.uriAddress;
    this.#keepsProtocol = options.keepsProtocol ?? false;
    this.#callerDomain = options.callerDomain;
    this.#credentials = options.credentials ?? null;
    this.#signer = options.signer;
    this.#media = options.media;
  }

  outgoing(request: DialRequest): OutgoingLeg {
    const expectedRateHz = preferredRateHz(this.#media.codecs);
    const [first] = this.#firstHopsOf(request);
    const isOverIpv6 = isIPv6(first?.host ?? '');
    return { frames: null, isOverIpv6, expectedRateHz, dial: (media) => this.#dial(request, media) };
  }

  async hangUpOrphan(token: LegToken): Promise<'ended' | 'unknown' | 'timeout'> {
    const answer = await this.#userAgent.bye(token.dialog as StoredDialogState, this.#credentials, this.#hops);
    return answer === 'unknown_dialog' ? 'unknown' : answer;
  }

  /** Where a call goes at first. */
  #firstHopsOf(request: DialRequest): readonly Hop[] {
    const telephones = this.#telephonesOf(request);
    return telephones.length > 0 ? telephones.map(({ hop }) => hop) : this.#hops;
  }

  /** Which telephones ring; empty: the number is called at the hops. */
  #telephonesOf({ inPlaceOf }: DialRequest): readonly Telephone[] {
    if (!inPlaceOf) return this.#telephones;
    const hop = this.#softphones!.ownDoor;
    // Ours as well: how its media is encrypted is as it was agreed with the telephone, one way or the other.
    return [{ uri: `sip:${addressOf(hop)}`, hop, username: '', srtp: ['off', 'required'] }];
  }

  #dial(request: DialRequest, media: LocalMedia): Leg {
    const { inPlaceOf } = request;
    const [destination, ...others] = this.#firstHopsOf(request);
    if (!destination) throw new Error(`${this.name} has no address to call`);
    // Our media is at an address of one family.
    const isOfFamily = ({ host }: Hop) => isIPv6(host) === isIPv6(destination.host);
    const { ports } = this.#userAgent;
    const ownAddress = `${formatHost(this.#userAgent.hostFor(destination))}:${ports.get(destination.protocol) ?? this.#userAgent.port}`;
    const from = `sip:${request.from}@${this.#callerDomain ?? ownAddress}`;
    const networks = [destination.host, ...others.map(({ host }) => host), ...this.#media.networks];
    const codecs = codecsOf(this.#media.codecs);
    const offers = new Map<string, MediaNegotiation>();
    const offer = (srtp: SrtpPolicy) => {
      const negotiation = new MediaNegotiation({ ...media, codecs, srtp, networks });
      const sdp = negotiation.offer();
      offers.set(sdp, negotiation);
      return sdp;
    };
    const address = this.#uriAddress ?? addressOf(destination);
    const common = {
      from: { uri: from },
      ...(this.#redirectTo === undefined ? {} : { redirectTo: this.#redirectTo }),
      ...(this.#registered && {
        routes: this.#registered.serviceRoute,
        isOverFlow: this.#registered.isFlow && isSameHop(this.#registered.hop, destination),
      }),
      keepsProtocol: this.#keepsProtocol,
      credentials: this.#credentials,
      ackHoldMs: ACK_HOLD_MS,
      // Trunks take the caller id from here (RFC 3325, section 9.1).
      headers: {
        'P-Asserted-Identity': `<${from}>`,
        ...this.#signer?.headers(request.from, request.to, request.isOwnNumber),
        ...(inPlaceOf && replacing(inPlaceOf)),
      },
    };
    const telephones = this.#telephonesOf(request).filter(({ hop }) => isOfFamily(hop));
    const call =
      telephones.length > 0
        ? this.#userAgent.inviteAll(
            telephones.map(({ uri, hop, username, srtp: [first, fallback] }) => ({
              ...{ ...common, uri, destination: hop, sdp: offer(first) },
              ...(fallback !== undefined && { fallbackSdp: offer(fallback) }),
              ...(!inPlaceOf && { referUser: username }),
            })),
          )
        : this.#userAgent.invite({
            ...{ ...common, uri: `sip:${request.to}@${address}`, destination, sdp: offer(this.#media.srtp) },
            alternatives: others.filter(isOfFamily),
          });
    const ladder = this.#ladders.claim(call.callId, 'caller');
    return new SipLeg(
      call,
      {
        ...{ carrierName: this.name, ladder, address },
        ...(this.#softphones && !inPlaceOf && { telephoneLegs: this.#softphones.legs }),
      },
      offers,
      () => call.acknowledge(),
    );
  }
}

/** RFC 3891 section 4. */
function replacing(leg: Leg): Record<string, string> {
  const replaces = leg instanceof SipLeg ? leg.replaces : null;
  if (replaces === null) throw new Error('a leg that nothing has answered is not replaced');
  return { Replaces: replaces, Require: 'replaces' };
}

/** The one that has our registration comes first where calls have to take its flow, or are to be routed as it says (RFC 3608 section 5). */
function hopsOf({ hops, registered }: SipCarrierOptions): readonly Hop[] {
  if (!registered || (!registered.isFlow && registered.serviceRoute.length === 0)) return hops;
  const { hop } = registered;
  return hops.some((each) => isSameHop(each, hop)) ? [hop, ...hops.filter((each) => !isSameHop(each, hop))] : hops;
}
