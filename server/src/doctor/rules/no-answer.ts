import { loopbackRemedy } from '../../kernel/loopback-remedy.ts';
import {
  type CallFacts,
  finalResponse,
  isLegAnswered,
  type LegFacts,
  type RequestStep,
  requests,
  responses,
  responsesTo,
} from '../facts.ts';
import { at, type Finding, ofEachLeg, place, type Rules, seconds, statusLine } from '../finding.ts';
import { isUnreached } from './connection.ts';

/** A caller hears nothing for so long. E.721 recommends 8 s for international calls at most. */
const SLOW_RINGING_MS = 8000;

/** Calls without a response or an answer, and answers that came late. */
export const noAnswer: Rules = (facts) =>
  ofEachLeg(
    facts.legs.filter(({ role }) => role === 'caller'),
    (leg) => ofLeg(facts, leg),
  );

function ofLeg(facts: CallFacts, leg: LegFacts): Finding[] {
  const invite = requests(leg, 'sent', 'INVITE')[0];
  if (!invite) return [];
  const heard = responses(leg, 'received', 'INVITE');
  if (isUnreached(leg)) return [];
  if (heard.length === 0) return [nothingCame(leg, invite)];
  const ringing = heard.find(({ message }) => message.status > 100 && message.status < 200);
  const slow = (ringing ?? heard.find(({ message }) => message.status >= 200))?.offsetMs ?? 0;
  const cancel = requests(leg, 'sent', 'CANCEL')[0];
  return [
    ...(slow > SLOW_RINGING_MS ? [slowRinging(slow)] : []),
    ...(cancel ? canceled(leg, cancel, ringing?.offsetMs) : []),
    ...(!cancel && !isLegAnswered(facts, leg) && !finalResponse(leg)
      ? [nothingFinal(heard.at(-1)!.offsetMs, statusLine(heard.at(-1)!))]
      : []),
  ];
}

function nothingCame({ local }: LegFacts, invite: RequestStep): Finding {
  const { copies, protocol } = invite;
  return {
    code: 'no_response',
    severity: 'error',
    what: 'We called, and nothing came back: not even a sign that the carrier heard us.',
    evidence: `The INVITE went to ${place(invite)} over ${protocol.toUpperCase()}${copies === 0 ? '' : `, ${copies + 1} times`}. No response came.`,
    remedy:
      loopbackRemedy(local.host, invite.host) ??
      'Check host, port and transport of the trunk, and the firewalls on both sides. The carrier may drop what comes from an address that it does not know: have it permit ours.',
  };
}

function nothingFinal(lastMs: number, last: string): Finding {
  return {
    code: 'no_final_response',
    severity: 'error',
    what: 'The carrier began to work on the call, and then said nothing more.',
    evidence: `The last response was ${last}, ${seconds(lastMs)} after the INVITE.`,
    remedy: 'Ask the carrier what became of the call, and show it the signalling (PCAP).',
  };
}

function slowRinging(afterMs: number): Finding {
  return {
    code: 'slow_setup',
    severity: 'warning',
    what: 'It took long until the call rang.',
    evidence: `The first response that means something came ${seconds(afterMs)} after the INVITE.`,
    remedy: 'Ask the carrier which way it sends such calls.',
  };
}

function canceled(leg: LegFacts, cancel: RequestStep, ringingMs: number | undefined): Finding[] {
  const rang = ringingMs === undefined ? null : cancel.offsetMs - ringingMs;
  const crossed = responsesTo(leg, requests(leg, 'sent', 'INVITE')[0]!).find(
    ({ message, offsetMs }) => message.status >= 200 && message.status < 300 && offsetMs >= cancel.offsetMs,
  );
  if (crossed) {
    return [
      {
        code: 'late_answer',
        severity: 'warning',
        what: 'The callee answered at the moment in which we gave up.',
        evidence: `Our CANCEL left ${at(cancel)}, and ${statusLine(crossed)} came ${at(crossed)}.`,
        remedy: 'Let it ring for longer: `ring_timeout` of the agent.',
      },
    ];
  }
  return [
    {
      code: rang === null ? 'gave_up' : 'rang_unanswered',
      severity: 'info',
      what:
        rang === null
          ? 'The call was given up before it rang.'
          : 'It rang, and was not answered before the call was given up. Nothing is wrong with the line.',
      evidence: `${rang === null ? '' : `It rang for ${seconds(rang)}. `}Our CANCEL left ${at(cancel)}.`,
      remedy: 'Call again later, or let it ring for longer: `ring_timeout` of the agent.',
    },
  ];
}
