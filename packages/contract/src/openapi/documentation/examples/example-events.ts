import type { CallEvent } from '../../../call-event.ts';
import { exampleCall } from './example-calls.ts';
import { CREATED_AT } from './path-parameters.ts';

const exampleCallReference = {
  call_id: exampleCall.call_id,
  agent_id: exampleCall.agent_id,
  batch_id: null,
};

const exampleMove = {
  direction: 'outbound',
  recipient_phone: exampleCall.recipient_phone,
  from_number: exampleCall.from_number,
  end_reason: null,
  ended_by: null,
  sip_code: null,
} as const;

/** Of the example call, in part. */
export const exampleCallEvents: CallEvent[] = [
  {
    id: 4711,
    event: 'call.state',
    data: {
      ...exampleCallReference,
      at: CREATED_AT + 0.012,
      ...exampleMove,
      from: null,
      to: 'queued',
      status: 'initiated',
    },
  },
  {
    id: 4714,
    event: 'call.state',
    data: {
      ...exampleCallReference,
      at: CREATED_AT + 4.127,
      ...exampleMove,
      from: 'ringing',
      to: 'talking',
      status: 'active',
    },
  },
  {
    id: 4715,
    event: 'call.turn',
    data: {
      ...exampleCallReference,
      at: CREATED_AT + 4.9,
      number: 1,
      turn: { role: 'user', text: 'Hello?', start: 0.3, end: 0.72, interrupted: false },
    },
  },
  {
    id: 4721,
    event: 'call.analyzed',
    data: {
      ...exampleCallReference,
      at: CREATED_AT + 21.4,
      status: 'completed',
      end_reason: 'user_hangup',
      outcome: 'confirmed',
      sentiment: 'positive',
    },
  },
];
