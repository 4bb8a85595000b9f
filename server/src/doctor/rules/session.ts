import { type CallFacts, isFinal, isRequest, type LegFacts, requests, responses, responsesTo } from '../facts.ts';
import { at, carrierWords, type Finding, ofEachLeg, place, type Rules, seconds, statusLine } from '../finding.ts';

/** Q.850: normal call clearing. */
const NORMAL_CLEARING = /cause\s*=\s*(16|31)\b/i;

/** How the session was held together: acknowledgements, repetitions, changes, its end. */
export const session: Rules = (facts) =>
  ofEachLeg(facts.legs, (leg) => [
    ...missingAck(leg),
    ...glare(leg),
    ...lostDialog(leg),
    ...endedByNetwork(leg),
    ...unansweredBye(leg),
    ...repetitions(leg),
  ]);

const OVER_TLS =
  ' Over TLS it may open a connection for it, which Parley takes only where PARLEY_SIP_TLS_CERTIFICATE is set.';

/** RFC 3261 section 13.3.1.4: a 2xx is repeated for 32 s, and then the session is given up. */
function missingAck(leg: LegFacts): Finding[] {
  if (leg.role !== 'callee') return [];
  const success = responses(leg, 'sent', 'INVITE').find(({ message }) => message.status >= 200 && message.status < 300);
  if (!success || requests(leg, 'received', 'ACK').length > 0) return [];
  return [
    {
      code: 'ack_missing',
      severity: 'error',
      what: 'We answered, and the ACK of the caller never came. Our answer, or its ACK, went astray.',
      evidence: `${statusLine(success)} left ${at(success)} to ${place(success)}, and ${success.copies} times more. It names the Contact ${success.message.headers.get('contact') ?? 'none'}.`,
      remedy: `The caller sends its ACK to the address in our Contact: it has to be reachable from outside (PARLEY_PUBLIC_ADDRESS), and firewalls have to let it in.${success.protocol === 'tls' ? OVER_TLS : ''}`,
    },
  ];
}

/** What was repeated until it was given up is a finding of its own. */
function repetitions(leg: LegFacts): Finding[] {
  const isAcknowledged = leg.role === 'caller' || requests(leg, 'received', 'ACK').length > 0;
  const repeated = leg.steps.filter((step) => {
    if (step.copies === 0) return false;
    if (isRequest(step)) return step.direction === 'received' || responsesTo(leg, step).length > 0;
    return (
      step.direction === 'received' ||
      (step.message.kind === 'response' && step.message.status >= 200 && isAcknowledged)
    );
  });
  const ours = repeated.filter(({ direction }) => direction === 'sent');
  const theirs = repeated.filter(({ direction }) => direction === 'received');
  const first = [...ours, ...theirs][0];
  if (!first) return [];
  const count = (list: typeof repeated) => list.reduce((sum, { copies }) => sum + copies, 0);
  return [
    {
      code: 'messages_repeated',
      severity: count(repeated) > 2 ? 'warning' : 'info',
      what: 'Messages had to be sent again: some were lost on the way, or the other side is slow.',
      evidence: `We repeated ${count(ours)} message(s), and ${place(first)} repeated ${count(theirs)}; first "${first.text.split('\r\n', 1)[0]}" ${at(first)}.`,
      remedy: 'If it happens often, look for losses between us and the carrier, or connect the trunk over TCP or TLS.',
    },
  ];
}

/** RFC 3261 section 14.1. */
function glare(leg: LegFacts): Finding[] {
  const refused = leg.steps.find(({ message }) => message.kind === 'response' && message.status === 491);
  if (!refused) return [];
  return [
    {
      code: 'reinvite_glare',
      severity: 'info',
      what: 'Both sides wanted to change the session at the same moment.',
      evidence: `491 was ${refused.direction} ${at(refused)}.`,
      remedy: 'Nothing: it is tried again by itself.',
    },
  ];
}

function lostDialog(leg: LegFacts): Finding[] {
  const lost = responses(leg, 'received', 'BYE')
    .concat(responses(leg, 'received', 'INVITE'), responses(leg, 'received', 'UPDATE'))
    .find(({ message }) => message.status === 481);
  if (!lost) return [];
  return [
    {
      code: 'session_unknown',
      severity: 'warning',
      what: 'The other side did not know the session any more: it had ended it without our hearing of it.',
      evidence: `${place(lost)} responded ${statusLine(lost)} ${at(lost)}.`,
      remedy: 'A BYE of the carrier may not reach us: check firewalls, and the public address that we name.',
    },
  ];
}

function endedByNetwork(leg: LegFacts): Finding[] {
  const bye = requests(leg, 'received', 'BYE')[0];
  const reason = bye?.message.headers.get('reason') ?? null;
  if (!bye || reason === null || NORMAL_CLEARING.test(reason) || /^\s*sip\s*;\s*cause\s*=\s*200/i.test(reason))
    return [];
  return [
    {
      code: 'ended_by_network',
      severity: 'error',
      what: 'The network broke the call off, not the person.',
      evidence: `A BYE came from ${place(bye)} ${at(bye)}.${carrierWords(bye)}`,
      remedy: 'Ask the carrier for the reason that it gives.',
    },
  ];
}

/** Over UDP its copies show that it was waited for; over a connection there are none (RFC 3261 section 17.1.2.2). */
function unansweredBye(leg: LegFacts): Finding[] {
  const bye = requests(leg, 'sent', 'BYE')[0];
  if (!bye || responsesTo(leg, bye).some(isFinal)) return [];
  const wasAwaited = bye.protocol === 'udp' ? bye.copies > 0 : leg.isOver;
  if (!wasAwaited) return [];
  return [
    {
      code: 'bye_unanswered',
      severity: 'warning',
      what: 'We hung up, and the other side did not confirm it: it may believe that the call goes on, and charge for it.',
      evidence:
        bye.protocol === 'udp'
          ? `The BYE went to ${place(bye)} ${at(bye)} and ${bye.copies} times more, within ${seconds(lastMs(leg) - bye.offsetMs)}.`
          : `The BYE went to ${place(bye)} ${at(bye)} over ${bye.protocol.toUpperCase()}, and no response came.`,
      remedy: 'Check whether the carrier can be reached at the address in its Contact and Record-Route.',
    },
  ];
}

const lastMs = ({ steps }: LegFacts): number => steps.at(-1)?.offsetMs ?? 0;

/** Ends that the ladder does not explain, and the call does. */
export const ends: Rules = ({ end_reason: endReason }: CallFacts): Finding[] =>
  endReason === 'media_timeout'
    ? [
        {
          code: 'ended_for_silence',
          severity: 'error',
          what: 'The call was ended because no packets of audio came any more.',
          evidence: 'It ended with media_timeout.',
          remedy:
            'Look at the findings about audio. If the person just hung up, a BYE of the carrier did not reach us.',
        },
      ]
    : [];
