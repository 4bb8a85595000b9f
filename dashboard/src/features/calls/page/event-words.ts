import type { CallEvent, CallPhase } from '@parley/contract';
import { isHold, isTakeOver } from '../../live/take-over-turn.ts';
import { endWords, outcomeWords, sentimentWords } from '../call-words.ts';

export interface EventWords {
  title: string;
  detail: string | null;
}

const phases: Record<CallPhase, string> = {
  queued: 'Queued',
  dialing: 'Dialing',
  ringing: 'Ringing',
  talking: 'Answered',
  transferring: 'Transferring',
  ending: 'Hanging up',
  analyzing: 'Ended',
  ended: 'Ended',
};

const speakers = { agent: 'The agent spoke', user: 'The person spoke', tool: 'A tool was used' } as const;

const actions: Record<Extract<CallEvent, { event: 'call.control' }>['data']['action'], string> = {
  listening_started: 'A user started listening',
  listening_ended: 'The user stopped listening',
  whispered: 'A hint for the agent',
  taken_over: 'A user took over',
  given_back: 'Given back to the agent',
  held: 'Put on hold',
  resumed: 'Talking again',
  agent_released: 'The agent left',
  transfer_requested: 'Transfer requested',
  hangup_requested: 'Hang-up requested',
};

/** An event of a call in words. */
export function eventWords(event: CallEvent): EventWords {
  switch (event.event) {
    case 'call.state':
      return { title: phases[event.data.to], detail: stateDetail(event.data) };
    case 'call.turn': {
      const { role, text, interrupted, tool } = event.data.turn;
      if (isTakeOver(event.data.turn)) return { title: 'A user talks instead of the agent', detail: null };
      if (isHold(event.data.turn)) return { title: 'The person was on hold', detail: null };
      const said = role === 'tool' && tool ? tool.name : `“${text}”`;
      return { title: speakers[role], detail: interrupted ? `${said}, and was interrupted` : said };
    }
    case 'call.tool':
      return { title: 'A tool is being used', detail: event.data.tool.name };
    case 'call.analyzed': {
      const { outcome, sentiment } = event.data;
      const parts = [outcome && outcomeWords(outcome), sentiment && sentimentWords[sentiment]].filter(Boolean);
      return { title: 'Analyzed', detail: parts.join(', ') || null };
    }
    case 'call.control':
      return { title: actions[event.data.action], detail: event.data.text };
  }
}

function stateDetail({
  to,
  end_reason,
  ended_by,
  sip_code,
}: Extract<CallEvent, { event: 'call.state' }>['data']): string | null {
  const isOver = to === 'analyzing' || to === 'ended' || to === 'ending';
  const reason = isOver ? endWords({ end_reason, ended_by }) : null;
  const response = sip_code === null ? null : `SIP ${sip_code}`;
  return [reason, response].filter(Boolean).join(', ') || null;
}
