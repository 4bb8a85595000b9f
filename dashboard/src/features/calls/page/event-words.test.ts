import type { CallEvent } from '@parley/contract';
import { expect, test } from 'vitest';
import { eventWords } from './event-words.ts';

const reference = { call_id: 'call_1', agent_id: 'agent_1', batch_id: null, at: 100 };
const person = { direction: 'outbound', recipient_phone: '+12025550101', from_number: null } as const;
const state = {
  ...reference,
  ...person,
  from: 'dialing',
  status: 'initiated',
  end_reason: null,
  ended_by: null,
} as const;
const turn = { start: 1, end: 2, interrupted: false };

test.each<[CallEvent, string, string | null]>([
  [{ id: 1, event: 'call.state', data: { ...state, to: 'ringing', sip_code: 180 } }, 'Ringing', 'SIP 180'],
  [
    {
      id: 2,
      event: 'call.state',
      data: { ...state, to: 'analyzing', status: 'failed', end_reason: 'busy', ended_by: 'user', sip_code: 486 },
    },
    'Ended',
    'Busy, SIP 486',
  ],
  [
    { id: 3, event: 'call.turn', data: { ...reference, number: 1, turn: { ...turn, role: 'agent', text: 'Hello' } } },
    'The agent spoke',
    '“Hello”',
  ],
  [
    {
      id: 4,
      event: 'call.turn',
      data: { ...reference, number: 1, turn: { ...turn, role: 'agent', text: 'Hel', interrupted: true } },
    },
    'The agent spoke',
    '“Hel”, and was interrupted',
  ],
  [
    {
      id: 5,
      event: 'call.analyzed',
      data: {
        ...reference,
        status: 'completed',
        end_reason: 'agent_hangup',
        outcome: 'call_back_later',
        sentiment: null,
      },
    },
    'Analyzed',
    'Call back later',
  ],
  [
    {
      id: 6,
      event: 'call.control',
      data: { ...reference, action: 'whispered', by: { type: 'user', id: 'usr_1' }, text: 'Offer Friday' },
    },
    'A hint for the agent',
    'Offer Friday',
  ],
])('%#: in words', (event, title, detail) => {
  expect(eventWords(event)).toEqual({ title, detail });
});
