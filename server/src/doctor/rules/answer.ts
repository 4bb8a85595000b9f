import { type CallFacts, finalResponse, type LegFacts, requests } from '../facts.ts';
import { at, type Finding, place, type Rules, statusLine } from '../finding.ts';
import { sdpView } from '../sdp-view.ts';
import { described, unusableAnswer } from './media-mismatch.ts';

/** An answer that we could not use, and hung up on at once. */
export const answer: Rules = (facts) => facts.legs.flatMap((leg) => refusedAnswer(facts, leg));

function refusedAnswer({ isAnswered, end_reason: reason }: CallFacts, leg: LegFacts): Finding[] {
  const final = finalResponse(leg);
  if (isAnswered || reason !== 'carrier_error' || !final || final.message.status >= 300) return [];
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
