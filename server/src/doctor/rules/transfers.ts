import { isFinal, type LegFacts, type RequestStep, requests, responsesTo } from '../facts.ts';
import { at, carrierWords, type Finding, ofEachLeg, place, type Rules, statusLine } from '../finding.ts';

/** Transfers by REFER (RFC 3515), and what NOTIFY says became of them. */
export const transfers: Rules = ({ legs }) =>
  ofEachLeg(legs, (leg) => [
    ...requests(leg, 'sent', 'REFER').flatMap((refer) => refused(leg, refer, legs)),
    ...failed(leg),
  ]);

/** Both talk with each other through Parley already (RFC 5589 section 7.3). */
const isAttended = ({ message }: RequestStep): boolean => /[?&]replaces=/i.test(message.headers.get('refer-to') ?? '');

const STAYED = 'The carrier did not connect the two itself: they talked through Parley, as before.';

/** Where Parley calls the number itself afterwards, or has done so, nothing is lost but a slot. */
function refused(leg: LegFacts, refer: RequestStep, legs: readonly LegFacts[]): Finding[] {
  const final = responsesTo(leg, refer).find(isFinal);
  if (!final || final.message.status < 300) return [];
  const isCalled = legs.some((other) => other !== leg && (other.steps[0]?.atMs ?? 0) >= final.atMs);
  const isHarmless = isCalled || isAttended(refer);
  return [
    {
      code: 'transfer_refused',
      severity: isHarmless ? 'info' : 'warning',
      what: isAttended(refer) ? STAYED : 'The carrier does not transfer calls on this line, or not to this number.',
      evidence: `Our REFER left ${at(refer)}, and ${place(final)} responded ${statusLine(final)} ${at(final)}.${carrierWords(final)}`,
      remedy: isAttended(refer)
        ? 'Ask the carrier to permit attended call transfer (REFER with Replaces) on the trunk, or set the method of the transfer to bridge.'
        : 'Ask the carrier to permit call transfer (REFER) on the trunk.',
    },
  ];
}

/** The body of the last NOTIFY is the status line of the call to the third party (RFC 3515 section 2.4.5). */
function failed(leg: LegFacts): Finding[] {
  const statusOf = ({ message }: RequestStep) =>
    /^SIP\/2\.0 (\d{3}[^\r\n]*)/.exec(message.body.toString('latin1'))?.[1];
  const notify = requests(leg, 'received', 'NOTIFY').findLast((step) => statusOf(step) !== undefined);
  const status = notify && statusOf(notify)!.trim();
  if (!notify || !status || Number(status.slice(0, 3)) < 300) return [];
  const refer = requests(leg, 'sent', 'REFER').findLast(({ atMs }) => atMs <= notify.atMs);
  const wasAttended = refer !== undefined && isAttended(refer);
  return [
    {
      code: 'transfer_failed',
      severity: 'info',
      what: wasAttended
        ? STAYED
        : 'The call was not transferred: the number that it was to be transferred to did not take it.',
      evidence: `A NOTIFY ${at(notify)} says ${status}.`,
      remedy: wasAttended
        ? 'Check whether the carrier connects calls of this trunk with each other (INVITE with Replaces); else set the method of the transfer to bridge.'
        : 'Check the number of the destination; if it was busy or not answered, nothing is wrong.',
    },
  ];
}
