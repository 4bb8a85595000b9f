import { finalResponse, type LegFacts, type ResponseStep, requests, responses } from '../facts.ts';
import { at, carrierWords, type Finding, ofEachLeg, place, type Rules, statusLine } from '../finding.ts';
import { sdpView } from '../sdp-view.ts';
import { forbidden } from './forbidden.ts';
import { described, mismatchOf } from './media-mismatch.ts';

type Words = Pick<Finding, 'code' | 'severity' | 'what' | 'remedy'>;

const NUMBER_FORMAT =
  'Check the number. If it is right, the trunk may want it in another form than E.164 with a plus: ask the carrier.';
const CARRIER_LIMITS =
  'Try again later. If it stays, ask the carrier for the state of the trunk and its limit of calls.';

const UNKNOWN_NUMBER: Words = {
  code: 'number_unknown',
  severity: 'error',
  what: 'The carrier does not know the number that was called.',
  remedy: NUMBER_FORMAT,
};
const BUSY: Words = {
  code: 'callee_busy',
  severity: 'info',
  what: 'The callee was busy. Nothing is wrong with the line.',
  remedy: 'Call again later.',
};
const DECLINED: Words = {
  code: 'callee_declined',
  severity: 'info',
  what: 'The callee, or a filter of the callee, declined the call.',
  remedy: 'Nothing, if a person declined it. If many calls are declined, the caller id may be marked as spam.',
};
/** What was offered, and the peer's own words, say more. */
const MEDIA_REFUSED: Words = { code: 'media_refused', severity: 'error', what: '', remedy: '' };
const UNAVAILABLE: Words = {
  code: 'carrier_unavailable',
  severity: 'error',
  what: 'The carrier could not carry the call: it failed, is overloaded, or its limit of calls is reached.',
  remedy: CARRIER_LIMITS,
};

/** RFC 3261 section 21, RFC 8197 (607) and RFC 8688 (608). */
const meanings: ReadonlyMap<number, Words> = new Map([
  [
    403, // what it is for is in its words, if anywhere
    { code: 'caller_refused', severity: 'error', what: '', remedy: '' },
  ],
  [404, UNKNOWN_NUMBER],
  [410, { ...UNKNOWN_NUMBER, what: 'The number that was called is not in service any more.' }],
  [484, { ...UNKNOWN_NUMBER, code: 'number_incomplete', what: 'The carrier takes the number for incomplete.' }],
  [485, { ...UNKNOWN_NUMBER, code: 'number_incomplete', what: 'The carrier takes the number for ambiguous.' }],
  [604, UNKNOWN_NUMBER],
  [
    408,
    {
      code: 'callee_unreachable',
      severity: 'warning',
      what: 'The carrier waited for the callee in vain: the telephone is off, or out of reach.',
      remedy: 'Call again later. If it concerns many numbers, ask the carrier.',
    },
  ],
  [
    480,
    {
      code: 'callee_unavailable',
      severity: 'info',
      what: 'The callee could not be reached at the moment: off, out of reach, or not answering.',
      remedy: 'Call again later.',
    },
  ],
  [486, BUSY],
  [600, BUSY],
  [603, DECLINED],
  [607, { ...DECLINED, what: 'The callee does not want calls from this number.' }],
  [608, { ...DECLINED, what: 'A filter on the way to the callee rejected the call.' }],
  [415, MEDIA_REFUSED],
  [488, MEDIA_REFUSED],
  [606, MEDIA_REFUSED],
  [500, UNAVAILABLE],
  [502, UNAVAILABLE],
  [503, UNAVAILABLE],
  [504, UNAVAILABLE],
]);

/** What ends an INVITE in order, or has rules of its own. */
const NOT_HERE = new Set([401, 407, 487, 491]);

/** The final response that refused a call. */
export const refusals: Rules = ({ legs }) => ofEachLeg(legs, (leg) => [...refusedByPeer(leg), ...refusedByUs(leg)]);

function refusedByPeer(leg: LegFacts): Finding[] {
  const final = leg.role === 'caller' ? finalResponse(leg) : undefined;
  if (!final || final.message.status < 300 || NOT_HERE.has(final.message.status)) return [];
  const words = wordsOf(final);
  const evidence = evidenceOf(leg, final);
  if (words.code === 'caller_refused') return [{ ...words, ...forbidden(leg, final), evidence }];
  if (words.code !== 'media_refused') return [{ ...words, evidence }];
  const invite = requests(leg, 'sent', 'INVITE').at(-1);
  const offer = invite ? sdpView(invite.message) : null;
  return [{ ...words, ...mismatchOf(offer, 'The other side', final.message.headers.all('warning')), evidence }];
}

function wordsOf({ message }: ResponseStep): Words {
  const known = meanings.get(message.status);
  if (known) return known;
  if (message.status < 400) {
    return {
      code: 'redirected',
      severity: 'error',
      what: 'The carrier wants the call to be placed somewhere else, and it was not.',
      remedy: 'Set the host that the carrier names as the host of the trunk.',
    };
  }
  return {
    code: 'call_refused',
    severity: 'error',
    what: `The carrier refused the call with the status ${message.status}.`,
    remedy: 'Ask the carrier what it means, and show it the signalling (PCAP).',
  };
}

function evidenceOf(leg: LegFacts, final: ResponseStep): string {
  const invite = requests(leg, 'sent', 'INVITE').at(-1);
  const from = invite?.message.from.uri ?? 'unknown';
  const details: Partial<Record<Finding['code'], () => string>> = {
    caller_refused: () => ` The caller id was ${from}.`,
    number_unknown: () => ` It was asked for ${invite?.message.uri ?? 'unknown'}.`,
    number_incomplete: () => ` It was asked for ${invite?.message.uri ?? 'unknown'}.`,
    media_refused: () => ` We offered ${offered(invite)}.`,
    carrier_unavailable: () => retryAfter(final),
    redirected: () => ` It names ${final.message.headers.get('contact') ?? 'no other place'}.`,
  };
  const detail = details[wordsOf(final).code]?.() ?? '';
  return `${place(final)} responded ${statusLine(final)} ${at(final)}.${detail}${carrierWords(final)}`;
}

function offered(invite: { message: Parameters<typeof sdpView>[0] } | undefined): string {
  return described(invite ? sdpView(invite.message) : null);
}

function retryAfter({ message }: ResponseStep): string {
  const value = message.headers.get('retry-after');
  return value === null ? '' : ` It asks to come back after ${value} s.`;
}

/** Only calls that were admitted have a ladder: of those, what they offered was of no use. */
function refusedByUs(leg: LegFacts): Finding[] {
  if (leg.role !== 'callee') return [];
  const refusal = responses(leg, 'sent', 'INVITE').find(({ message }) => [415, 488, 606].includes(message.status));
  if (!refusal) return [];
  const invite = requests(leg, 'received', 'INVITE')[0];
  const warnings = refusal.message.headers.all('warning');
  const sdp = invite ? sdpView(invite.message) : null;
  const where = sdp ? ` at ${place({ host: sdp.address, port: sdp.port })}` : '';
  const said = warnings.length === 0 ? '' : ` We said: ${warnings.join('; ')}.`;
  return [
    {
      ...{ code: 'offer_refused', severity: 'error' },
      ...mismatchOf(sdp, 'Parley', warnings),
      evidence: `We responded ${statusLine(refusal)} ${at(refusal)}. The caller offered ${offered(invite)}${where}.${said}`,
    },
  ];
}
