import { type LegFacts, type LegMedia, mediaOfLegs } from '../facts.ts';
import { at, type Finding, ofEachLeg, type Rules } from '../finding.ts';
import { hasTelephoneEvents, sdpView } from '../sdp-view.ts';

/** Keys that the other side presses (RFC 4733). */
export const keys: Rules = (facts) => [
  ...ofEachLeg(mediaOfLegs(facts), unmarked),
  ...(facts.isAnswered ? ofEachLeg(facts.legs, inBand) : []),
];

function unmarked({ media: { rtp } }: LegMedia): Finding[] {
  if (!rtp || rtp.keysUnmarked === 0) return [];
  return [
    {
      code: 'keys_unmarked',
      severity: rtp.keysUnmarked === rtp.keys ? 'warning' : 'info',
      what: 'Keys came without a marker bit: two quick ones of the same digit may be taken for one.',
      evidence: `${rtp.keysUnmarked} of ${rtp.keys} keys began with a packet without the marker bit (RFC 4733 section 2.5.1.1).`,
      remedy:
        'Have the carrier or the PBX set the marker bit, or look for losses: the first packet of each key may be lost.',
    },
  ];
}

function inBand(leg: LegFacts): Finding[] {
  const answer = leg.steps.find(
    ({ direction, message }) =>
      direction === 'received' && sdpView(message) !== null && (message.kind === 'request' || message.status >= 200),
  );
  const sdp = answer && sdpView(answer.message);
  if (!answer || !sdp || hasTelephoneEvents(sdp)) return [];
  return [
    {
      code: 'keys_in_band',
      severity: 'info',
      what: 'The other side does not send keys as telephone events: they come as tones in the audio, or in INFO.',
      evidence: `Its SDP ${at(answer)} names no telephone-event.`,
      remedy: 'Turn DTMF by RFC 4733 (also named RFC 2833) on at the carrier or the PBX.',
    },
  ];
}
