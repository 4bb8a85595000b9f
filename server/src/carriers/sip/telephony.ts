import { isIPv6 } from 'node:net';
import { softphoneDefaults, trunkDefaults } from '@parley/contract';
import { formatHost, type Hop, type IncomingCall, type TlsSettings, UserAgent } from '@parley/sip';
import type { Database } from '../../db/index.ts';
import { isPublicAddress } from '../../kernel/address-guard.ts';
import type { CloseStack } from '../../kernel/close-stack.ts';
import { firstAddress } from '../../kernel/first-address.ts';
import type { Logger } from '../../kernel/logger.ts';
import { bindSoftphone, digestAlgorithms, secretsOf } from '../../softphones/registrations.ts';
import { softphoneRoute } from '../../softphones/softphone-route.ts';
import { SOFTPHONE_REALM } from '../../softphones/softphones.ts';
import type { TrunkPasswords } from '../../trunks/trunk-credentials.ts';
import { IS_IPV6, IS_PRIVATE, OF_OPERATOR, OWN_DOOR, type TrunkPlaces } from '../../trunks/trunk-places.ts';
import { trunkRoute } from '../../trunks/trunk-route.ts';
import { serverOf } from '../../trunks/trunk-target.ts';
import type { Carrier, InboundLeg } from '../carrier.ts';
import type { MediaPolicy } from '../media-policy.ts';
import { type CarrierAccounts, Routing } from '../routing.ts';
import { SoftphonePlaces } from '../softphone-places.ts';
import { TrunkRegistry } from '../trunk-registry.ts';
import { calledNumber } from './called-number.ts';
import { INVITE_LIMITS } from './invite-limits.ts';
import { sipListeners } from './listeners.ts';
import type { LocateTrunk } from './locate-trunk.ts';
import { leadsBack } from './own-addresses.ts';
import { Ladders } from './signalling/ladders.ts';
import { SipCarrier } from './sip-carrier.ts';
import { type InboundWay, SipInboundLeg, type SipLeg } from './sip-leg.ts';
import { softphoneOffers } from './softphone-offers.ts';
import { CallSigner } from './stir/call-signer.ts';
import { CallVerifier } from './stir/call-verifier.ts';
import { CertificateFetcher, type CertificateNetwork } from './stir/certificate-fetcher.ts';
import type { StirSettings } from './stir/stir-settings.ts';
import { addressOf, uriAddress } from './trunk-hop.ts';
import { TrunkMonitor } from './trunk-monitor.ts';
import { SipTrunkProbe } from './trunk-probe.ts';
import { TrunkRegistrations } from './trunk-registrations.ts';

interface HostPort {
  host: string;
  port: number;
}

export interface TelephonyOptions {
  db: Database;
  log: Logger;
  nodeId: string;
  passwords: TrunkPasswords;
  /** Where trunks are. */
  locate: LocateTrunk;
  /** Where certificates of callers are fetched. */
  certificates: CertificateNetwork;
  sip: {
    host: string;
    /** Another one, of IPv6. */
    ipv6Host: string | undefined;
    port: number;
    publicHost: string | undefined;
    tls: Omit<TlsSettings, 'nameOf'> & { port: number };
    stir: StirSettings;
    /** The operator's trunk, for all accounts. */
    trunk: HostPort | undefined;
    trunkNetworks: readonly string[];
    allowPrivateTrunks: boolean;
  };
  phonePort: number;
  /** Carriers that do not speak SIP. */
  accounts: CarrierAccounts;
  /** A call comes in. */
  onCall(leg: InboundLeg): void;
  mayTakeCalls(): boolean;
}

export interface Telephony {
  readonly routing: Routing;
  readonly probe: SipTrunkProbe;
  readonly trunkPlaces: TrunkPlaces;
  /** Where others reach our user agent. */
  readonly address: HostPort;
  /** Of SIP over TLS, at the same host; null without a certificate. */
  readonly tlsPort: number | null;
  /** Active trunks that accounts have of their own. */
  readonly accountTrunks: number;
  /** Takes our registrations back, so that calls come in by them no more. Does not throw. Idempotent. */
  deregister(): Promise<void>;
  /** No trunk is connected: every number that the account calls is simulated. */
  isSimulated(accountId: string): boolean;
}

/** Where a call came from, and what it may ring. */
interface Origin {
  carrierName: string;
  simulated: boolean;
  trunkIds: readonly string[] | null;
  media: MediaPolicy;
  /** It came to a contact that we registered. */
  isContact: boolean;
  /** Of the trunk, as in a URI; left out: where the call came from. */
  address?: string;
}

const { codecs } = trunkDefaults;
/** On this host nothing has to be encrypted. */
const NO_POLICY: MediaPolicy = { networks: [], srtp: 'off', codecs };
/** Several accounts may have trunks at one address: until it is known whose call it is, nothing is agreed upon. */
const STRICTEST: MediaPolicy = { networks: [], srtp: 'required', codecs };

/** Everything that speaks SIP: our user agent, the ways out of it, and who may come in. */
export async function startTelephony(options: TelephonyOptions, closing: CloseStack): Promise<Telephony> {
  const { db, log, nodeId, passwords, sip } = options;
  const operatorTrunk = await resolved(sip);
  const operatorMedia: MediaPolicy = { networks: sip.trunkNetworks, srtp: 'off', codecs };
  let ownPort = sip.port;
  const isAt = (source: HostPort, peer: HostPort | undefined) =>
    peer !== undefined && peer.host === source.host && peer.port === source.port;
  /** Connections begin at any port, and their addresses cannot be forged. */
  const isOfOperator = (source: Hop) =>
    isAt(source.protocol === 'udp' ? source : { ...source, port: operatorTrunk?.port ?? 0 }, operatorTrunk);
  const isOwn = ({ host, port }: HostPort) =>
    (port === ownPort || (sip.tls.identity !== undefined && port === sip.tls.port)) &&
    (host === sip.publicHost || host === sip.ipv6Host || leadsBack(host, sip.host));
  const isPermitted = ({ host }: { host: string }) => sip.allowPrivateTrunks || isPublicAddress(host);
  const whyReserved = (place: HostPort) => {
    if (isOwn(place)) return OWN_DOOR;
    if (isIPv6(place.host) && sip.ipv6Host === undefined) return IS_IPV6;
    if (isAt(place, operatorTrunk)) return OF_OPERATOR;
    return isPermitted(place) ? null : IS_PRIVATE;
  };
  const trunks = await TrunkRegistry.start({ db, log, passwords, whyReserved, locate: options.locate });
  closing.add('trunks', () => trunks.close());
  // Our own door, which numbers of ours that are called by agents of ours come in by.
  const ownHost = sip.host === '0.0.0.0' ? '127.0.0.1' : sip.host;
  const isOwnDoor = ({ host, port }: HostPort) => host === ownHost && port === ownPort;

  function originOf({ source, requestUser }: IncomingCall): Origin {
    const own = { carrierName: 'own', simulated: true, trunkIds: null, media: NO_POLICY, isContact: false };
    if (isOwnDoor(source)) return own;
    if (operatorTrunk && isOfOperator(source)) {
      const address = addressOf({ protocol: 'udp', ...operatorTrunk });
      return { carrierName: 'sip', simulated: false, trunkIds: null, media: operatorMedia, isContact: false, address };
    }
    const there = trunks.trunksAt(source);
    // What we registered tells trunks at one address apart.
    const registered = trunks.registeredAs(requestUser, there);
    const isContact = registered.length > 0;
    const trunkIds = isContact ? registered : there;
    return { carrierName: 'own', simulated: false, trunkIds, media: STRICTEST, isContact };
  }

  function wayOf(trunkId: string): InboundWay {
    const peer = trunks.peerOf(trunkId);
    return {
      carrierName: trunkRoute(trunkId, null).name,
      media: trunks.mediaOf(trunkId),
      credentials: trunks.credentialsOf(trunkId),
      address: peer && uriAddress(peer.target),
      tlsName: peer?.location.places.some(({ protocol }) => protocol === 'tls')
        ? serverOf(peer.target).host
        : undefined,
    };
  }

  const verifier = verifierOf(sip.stir, options.certificates);
  const signer = sip.stir.signing && new CallSigner(sip.stir.signing);
  const ladders = new Ladders({ host: sip.publicHost ?? sip.host, port: sip.port });

  function onInvite(call: IncomingCall): void {
    const { isContact, ...origin } = originOf(call);
    const to = calledNumber(call, isContact);
    if (to === null || !options.mayTakeCalls()) {
      call.reject(to === null ? 404 : 503);
      return;
    }
    const ladder = ladders.claim(call.callId, 'callee', call.request.fromTag);
    options.onCall(
      new SipInboundLeg(call, { ...origin, wayOf, ladder, to, verifier, hasIpv6: sip.ipv6Host !== undefined }),
    );
  }

  const isTrusted = (source: Hop) => isOwnDoor(source) || isOfOperator(source) || trunks.trunksAt(source).length > 0;
  const userAgent = await UserAgent.start({
    ...{ host: sip.host, ipv6Host: sip.ipv6Host, port: sip.port },
    ...(sip.publicHost === undefined ? {} : { publicHost: sip.publicHost }),
    userAgentName: 'Parley',
    listeners: sipListeners(sip, { isTrusted, tlsNameAt: (place) => trunks.tlsNameAt(place) }),
    isTrusted,
    credentialsFor: (source) => trunks.credentialsAt(source),
    // What we send ourselves connects two whom one softphone has talked with.
    isSamePeer: (one, other) => isOwnDoor(other) || trunks.isOneTrunk(one, other),
    inviteLimits: INVITE_LIMITS,
    registrar: {
      realm: SOFTPHONE_REALM,
      usualAlgorithm: digestAlgorithms[softphoneDefaults.digest],
      secretsOf: (username) => secretsOf(db, username),
      bind: (username, change) => bindSoftphone(db, username, change),
    },
    onInvite,
    onMessage: (direction, message, peer, bytes) => ladders.observe(direction, message, peer, bytes),
    onUnsent: (message, bytes, error) => ladders.observeUnsent(message, bytes, error),
  });
  ownPort = userAgent.port;
  ladders.local = { host: userAgent.advertisedHost, port: userAgent.port };
  closing.add('SIP', () => userAgent.close());

  const carrierTo = (name: string, peer: HostPort, media: MediaPolicy = NO_POLICY): Carrier =>
    new SipCarrier({
      ...{ name, simulated: name !== 'sip', userAgent, ladders, media },
      signer: name === 'sip' ? signer : undefined,
      hops: [{ protocol: 'udp', ...peer }],
      keepsProtocol: name !== 'sip',
    });
  const carrierOfTrunk = (trunkId: string): Carrier => {
    const { name, simulated } = trunkRoute(trunkId, null);
    const peer = trunks.peerOf(trunkId);
    return new SipCarrier({
      ...{ name, simulated, userAgent, ladders, media: trunks.mediaOf(trunkId) },
      ...{ hops: peer?.location.hops() ?? [], redirectTo: peer?.location.redirectTo },
      registered: registrations.wayOf(trunkId),
      uriAddress: peer && uriAddress(peer.target),
      // Registrars look for their own domain in From.
      callerDomain: peer?.isRegistrar ? formatHost(peer.target.host) : undefined,
      credentials: trunks.credentialsOf(trunkId),
      signer,
    });
  };
  const softphones = new SoftphonePlaces(db, log);
  const softphoneLegs = new Set<SipLeg>();
  const carrierOfSoftphone = (softphoneId: string): Carrier => {
    return new SipCarrier({
      ...{ name: softphoneRoute(softphoneId).name, simulated: false, userAgent, ladders, media: NO_POLICY },
      ...{ hops: [], keepsProtocol: true },
      softphones: { ownDoor: { protocol: 'udp', host: ownHost, port: userAgent.port }, legs: softphoneLegs },
      telephones: softphones.of(softphoneId).map((place) => ({ ...place, srtp: softphoneOffers(place) })),
    });
  };
  const carriers = [
    carrierTo('simulated', { host: '127.0.0.1', port: options.phonePort }),
    carrierTo('own', { host: ownHost, port: userAgent.port }),
    ...(operatorTrunk ? [carrierTo('sip', operatorTrunk, operatorMedia)] : []),
  ];
  const probe = new SipTrunkProbe(userAgent, { locate: options.locate, isPermitted });
  const monitor = await TrunkMonitor.start({ db, log, probe, passwords });
  closing.add('trunk monitor', () => monitor.close());
  const registrations = await TrunkRegistrations.start({ db, log, nodeId, userAgent, trunks });
  closing.add('registrations', () => registrations.close());
  const address = { host: userAgent.advertisedHost, port: userAgent.port };
  return {
    routing: new Routing({
      accounts: options.accounts,
      carriers,
      trunks,
      carrierOfTrunk,
      softphones,
      carrierOfSoftphone,
    }),
    probe,
    trunkPlaces: trunks,
    address,
    tlsPort: userAgent.ports.get('tls') ?? null,
    accountTrunks: trunks.activeCount,
    deregister: () => registrations.close(),
    isSimulated: (accountId) =>
      operatorTrunk === undefined && !options.accounts.isConnected(accountId) && !trunks.hasActiveTrunk(accountId),
  };
}

function verifierOf({ authorities }: StirSettings, network: CertificateNetwork): CallVerifier | undefined {
  if (!authorities) return undefined;
  const fetcher = new CertificateFetcher(network);
  return new CallVerifier({ authorities, fetch: (url) => fetcher.fetch(url) });
}

/** The operator's trunk by its address, of IPv4 where it has one: what comes from it is known by nothing else. */
async function resolved({ trunk, ipv6Host }: TelephonyOptions['sip']): Promise<HostPort | undefined> {
  return trunk && { host: await firstAddress(trunk.host, ipv6Host === undefined ? [4] : [4, 6]), port: trunk.port };
}
