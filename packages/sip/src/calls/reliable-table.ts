import { type StateTable, to } from '../state-table.ts';

/** `waiting`: one response is out, and its PRACK is not in. `over`: the INVITE has its final response. */
export type ReliableState = 'idle' | 'waiting' | 'over';

export type ReliableEvent =
  | 'send'
  | 'acknowledged' // its PRACK came
  | 'resend' // T1 has passed, then twice as long each time
  | 'expired' // 64*T1 without a PRACK
  | 'stop';

export type ReliableEffect = 'transmit' | 'enqueue' | 'repeat' | 'silence' | 'settle' | 'transmitNext' | 'giveUp';

/**
 * Reliable provisional responses to one INVITE: RFC 3262 section 3. The second waits for the PRACK of the first. What is
 * unacknowledged when the final response leaves is repeated no more, and its PRACK is answered all the same.
 */
export const reliableTable: StateTable<ReliableState, ReliableEvent, ReliableEffect> = {
  idle: {
    send: to('waiting', 'transmit'),
    acknowledged: to('idle'),
    resend: to('idle'),
    expired: to('idle'),
    stop: to('over'),
  },
  waiting: {
    send: to('waiting', 'enqueue'),
    acknowledged: to('idle', 'silence', 'settle', 'transmitNext'),
    resend: to('waiting', 'repeat'),
    expired: to('over', 'silence', 'giveUp'),
    stop: to('over', 'silence'),
  },
  over: {
    send: to('over'),
    acknowledged: to('over', 'settle'),
    resend: to('over'),
    expired: to('over'),
    stop: to('over'),
  },
};
