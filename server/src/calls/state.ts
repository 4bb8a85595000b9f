import type { CallPhase, CallStatus, EndReason } from '@parley/contract';

export type CallState = 'queued' | 'dialing' | 'ringing' | 'talking' | 'transferring' | 'ending' | 'ended';
export type CallEvent =
  | 'dispatched'
  | 'ringing'
  | 'answered'
  | 'transferring'
  | 'transfer_failed'
  | 'joined'
  | 'closing'
  | 'over';

/** `stay`: the event says nothing new. `illegal`: it cannot come here; its sender has a fault. */
type Answer = CallState | 'stay' | 'illegal';

/**
 * Every state and every event. `closing` before the answer stays: a CANCEL may yet cross an answer, and only the
 * leg's own end tells which it was.
 */
export const callStates: Record<CallState, Record<CallEvent, Answer>> = {
  queued: {
    dispatched: 'dialing',
    ringing: 'illegal',
    answered: 'illegal',
    transferring: 'illegal',
    transfer_failed: 'illegal',
    joined: 'illegal',
    closing: 'stay',
    over: 'ended',
  },
  dialing: {
    dispatched: 'illegal',
    ringing: 'ringing',
    answered: 'talking',
    transferring: 'illegal',
    transfer_failed: 'illegal',
    joined: 'illegal',
    closing: 'stay',
    over: 'ended',
  },
  ringing: {
    dispatched: 'illegal',
    ringing: 'stay',
    answered: 'talking',
    transferring: 'illegal',
    transfer_failed: 'illegal',
    joined: 'illegal',
    closing: 'stay',
    over: 'ended',
  },
  talking: {
    dispatched: 'illegal',
    ringing: 'stay',
    answered: 'stay',
    transferring: 'transferring',
    transfer_failed: 'stay',
    joined: 'stay',
    closing: 'ending',
    over: 'ended',
  },
  transferring: {
    dispatched: 'illegal',
    ringing: 'stay',
    answered: 'stay',
    transferring: 'stay',
    transfer_failed: 'talking',
    joined: 'talking',
    closing: 'ending',
    over: 'ended',
  },
  ending: {
    dispatched: 'illegal',
    ringing: 'stay',
    answered: 'stay',
    transferring: 'stay',
    transfer_failed: 'stay',
    joined: 'stay',
    closing: 'stay',
    over: 'ended',
  },
  ended: {
    dispatched: 'illegal',
    ringing: 'stay',
    answered: 'stay',
    transferring: 'stay',
    transfer_failed: 'stay',
    joined: 'stay',
    closing: 'stay',
    over: 'stay',
  },
};

/** Reasons that end an answered call in order. Every other one breaks it off. */
const orderly: Record<EndReason, boolean> = {
  user_hangup: true,
  agent_hangup: true,
  max_duration: true,
  silence_timeout: true,
  voicemail: true,
  transferred: true,
  opted_out: true,
  canceled: false,
  no_answer: false,
  busy: false,
  rejected: false,
  invalid_number: false,
  blocked: false,
  carrier_error: false,
  media_timeout: false,
  llm_error: false,
  stt_error: false,
  tts_error: false,
  duplicate: false,
  dispatch_lost: false,
  interrupted_by_restart: false,
  internal_error: false,
};

/** The public status, which is a function of the inner state. */
export function statusOf(state: CallState, answered: boolean, endReason: EndReason | null): CallStatus {
  switch (state) {
    case 'queued':
    case 'dialing':
    case 'ringing':
      return 'initiated';
    case 'talking':
    case 'transferring':
    case 'ending':
      return 'active';
    case 'ended':
      return answered && endReason !== null && orderly[endReason] ? 'completed' : 'failed';
  }
}

export function phaseOf(state: CallState, analyzed: boolean): CallPhase {
  return state === 'ended' && !analyzed ? 'analyzing' : state;
}
