import { FIRST_LEG } from '../../calls/call-signalling.ts';
import { type CallFacts, finalResponse, isLegAnswered, type LegFacts, requests } from '../facts.ts';
import { at, type Finding, ofEachLeg, place, type Rules, statusLine } from '../finding.ts';
import { sdpView } from '../sdp-view.ts';
import { described, unusableAnswer } from './media-mismatch.ts';

/** An answer that we could not use, and hung up on at once. */
export const answer: Rules = (facts) => ofEachLeg(facts.legs, (leg) => refusedAnswer(facts, leg));

function refusedAnswer(facts: CallFacts, leg: LegFacts): Finding[] {
  const final = finalResponse(leg);
  if (isLegAnswered(facts, leg) || !final || final.message.status >= 300) return [];
  if (leg.leg === FIRST_LEG && facts.end_reason !== 'carrier_error') return [];
  if (requests(leg, 'sent', 'BYE').length === 0 || requests(leg, 'sent', 'CANCEL').length > 0) return [];
  const invite = requests(leg, 'sent', 'INVITE').at(-1)!;
  const offer = sdpView(invite.message);
  const theirs = sdpView(final.message);
  const { what, remedy } = unusableAnswer(offer, theirs);
  return [
    {
      code: 'answer_refused',
      severity: 'error',
      what: `The call was answered with audio that we cannot use, so we hung up. ${what}`,
      evidence: `${place(final)} responded ${statusLine(final)} ${at(final)} with ${described(theirs)}. We offered ${described(offer)}.`,
      remedy,
    },
  ];
}
