import { type CallFacts, isRequest, type LegFacts, mediaOfLegs, type Step } from '../facts.ts';
import { at, type Finding, ofEachLeg, place, type Rules } from '../finding.ts';
import { isPrivate, isPublic } from '../private-address.ts';
import { type SdpView, sdpView } from '../sdp-view.ts';

type Described = { step: Step; sdp: SdpView };

/** Addresses that the other side cannot reach: NAT without a public address (RFC 5853 section 3.1.1). */
export const addresses: Rules = (facts) => ofEachLeg(facts.legs, (leg) => ofLeg(facts, leg));

function ofLeg(facts: CallFacts, leg: LegFacts): Finding[] {
  if (!isPublic(leg.peer.host)) return [];
  const described = (direction: Step['direction']): Described | undefined =>
    leg.steps
      .filter((step) => step.direction === direction)
      .flatMap((step) => {
        const sdp = sdpView(step.message);
        return sdp && isPrivate(sdp.address) ? [{ step, sdp }] : [];
      })[0];
  const theirs = described('received');
  const ours = described('sent');
  return [
    ...(ours ? [ownAddress(ours, leg)] : []),
    ...(theirs ? [peersAddress(facts, theirs, leg)] : []),
    ...contacts(leg),
  ];
}

function ownAddress({ step, sdp }: Described, leg: LegFacts): Finding {
  return {
    code: 'own_address_private',
    severity: 'error',
    what: 'We named a private address for the audio, which the carrier cannot reach.',
    evidence: `Our SDP ${at(step)} names ${place({ host: sdp.address, port: sdp.port })}, and the carrier is at ${place(leg.peer)}.`,
    remedy: 'Set PARLEY_PUBLIC_ADDRESS to the public address of this host, and let its RTP ports in.',
  };
}

/** Symmetric RTP mends it as soon as the peer's own audio gets through. */
function peersAddress(facts: CallFacts, { step, sdp }: Described, leg: LegFacts): Finding {
  const source = mediaOfLegs(facts).find((one) => one.leg === leg.leg)?.media.rtp?.source ?? null;
  const came =
    source === null
      ? 'No audio came from anywhere'
      : `Its audio came from ${place({ host: source.address, port: source.port })}`;
  return {
    code: 'peer_address_private',
    severity: source === null ? 'error' : 'warning',
    what:
      source === null
        ? 'The other side wants its audio at a private address, which we cannot reach.'
        : 'The other side names a private address for its audio. We found it by where its own audio came from.',
    evidence: `Its SDP ${at(step)} names ${place({ host: sdp.address, port: sdp.port })}, and it signals from ${place(leg.peer)}. ${came}.`,
    remedy:
      'Have the carrier or the PBX name its public address in the SDP, and add its media networks to the trunk (`inbound_addresses`).',
  };
}

function contacts(leg: LegFacts): Finding[] {
  const named = leg.steps.find((step) => {
    if (step.direction !== 'received' || (isRequest(step) && step.message.method !== 'INVITE')) return false;
    const host = hostOf(step.message.contact?.uri);
    return host !== null && isPrivate(host) && !step.message.headers.has('record-route');
  });
  if (!named) return [];
  return [
    {
      code: 'peer_contact_private',
      severity: 'warning',
      what: 'The other side wants requests of this call at a private address: our ACK and BYE may not reach it.',
      evidence: `Its Contact ${at(named)} is ${named.message.headers.get('contact')}, and it signals from ${place(leg.peer)}.`,
      remedy:
        'Have the carrier or the PBX name its public address in Contact, or send through a proxy with Record-Route.',
    },
  ];
}

function hostOf(uri: string | undefined): string | null {
  return /^sips?:(?:[^@]*@)?(\[[^\]]+\]|[^:;?>]+)/i.exec(uri ?? '')?.[1] ?? null;
}
