import { type StateTable, to } from '../state-table.ts';
import type { CallState } from './call.ts';

/** `prackPending`: answered, and our 200 waits for a PRACK (RFC 3262 section 3). `answering`: our 200 waits for its ACK. `hangupPending`: hung up meanwhile; BYE waits for the ACK (RFC 3261 section 15). */
export type UasState = 'ringing' | 'prackPending' | 'answering' | 'hangupPending' | 'talking' | 'ending' | 'ended';

export type UasEvent =
  | 'answer'
  | 'heldAnswer' // while a reliable response with a session description waits for its PRACK
  | 'prack'
  | 'noPrack' // a reliable response was never acknowledged
  | 'reject'
  | 'hangUp'
  | 'cancel'
  | 'bye' // the peer's
  | 'ack'
  | 'unusableAck' // the answer to our delayed offer is missing or cannot be used
  | 'noAck'
  | 'transportError' // a final response could not be sent
  | 'lost'
  | 'expired' // the session was not refreshed (RFC 4028)
  | 'byeFinished';

export type UasEffect =
  | 'sendSuccess'
  | 'sendRejection'
  | 'sendUnavailable' // 480
  | 'sendTerminated' // 487
  | 'sendTimeout' // 504
  | 'announceAnswer'
  | 'sendBye' // with it the session is over, whatever becomes of it (section 15.1.1)
  | 'setRejectionCause'
  | 'setHangUpCause'
  | 'setCancelCause'
  | 'setOwnCancelCause'
  | 'setPeerByeCause'
  | 'setNoAckCause'
  | 'setExpiredCause'
  | 'setTimeoutCause'
  | 'setTransportCause'
  | 'setInvalidAnswerCause'
  | 'end';

/** An incoming call: RFC 3261 sections 9.2, 13.3 and 15. `set…Cause` notes why the call ends; `sendBye` and `end` say so. */
export const uasCallTable: StateTable<UasState, UasEvent, UasEffect> = {
  ringing: {
    answer: to('answering', 'sendSuccess'),
    heldAnswer: to('prackPending'),
    prack: to('ringing'),
    noPrack: to('ended', 'sendTimeout', 'setTimeoutCause', 'end'),
    reject: to('ended', 'sendRejection', 'setRejectionCause', 'end'),
    hangUp: to('ended', 'sendUnavailable', 'setOwnCancelCause', 'end'),
    cancel: to('ended', 'sendTerminated', 'setCancelCause', 'end'),
    bye: to('ended', 'sendTerminated', 'setCancelCause', 'end'), // a caller may end an early dialog like this (section 15)
    ack: to('ringing'),
    unusableAck: to('ringing'),
    noAck: to('ringing'),
    transportError: to('ringing'), // of a provisional response
    lost: to('ringing'),
    expired: to('ringing'),
    byeFinished: to('ringing'),
  },
  prackPending: {
    answer: to('prackPending'),
    heldAnswer: to('prackPending'),
    prack: to('answering', 'sendSuccess'),
    noPrack: to('ended', 'sendTimeout', 'setTimeoutCause', 'end'),
    reject: to('prackPending'),
    hangUp: to('ended', 'sendUnavailable', 'setOwnCancelCause', 'end'),
    cancel: to('ended', 'sendTerminated', 'setCancelCause', 'end'),
    bye: to('ended', 'sendTerminated', 'setCancelCause', 'end'),
    ack: to('prackPending'),
    unusableAck: to('prackPending'),
    noAck: to('prackPending'),
    transportError: to('prackPending'),
    lost: to('prackPending'),
    expired: to('prackPending'),
    byeFinished: to('prackPending'),
  },
  answering: {
    answer: to('answering'),
    heldAnswer: to('answering'),
    prack: to('answering'),
    noPrack: to('answering'),
    reject: to('answering'),
    hangUp: to('hangupPending'),
    cancel: to('answering'), // came too late: the call lives
    bye: to('ended', 'announceAnswer', 'setPeerByeCause', 'end'), // only who has our 200 hangs up: its ACK got lost
    ack: to('talking', 'announceAnswer'),
    unusableAck: to('ending', 'setInvalidAnswerCause', 'sendBye'),
    noAck: to('ending', 'setNoAckCause', 'sendBye'),
    transportError: to('ended', 'setTransportCause', 'end'),
    lost: to('answering'),
    expired: to('answering'),
    byeFinished: to('answering'),
  },
  hangupPending: {
    answer: to('hangupPending'),
    heldAnswer: to('hangupPending'),
    prack: to('hangupPending'),
    noPrack: to('hangupPending'),
    reject: to('hangupPending'),
    hangUp: to('hangupPending'),
    cancel: to('hangupPending'),
    bye: to('ended', 'setPeerByeCause', 'end'),
    ack: to('ending', 'setHangUpCause', 'sendBye'),
    unusableAck: to('ending', 'setHangUpCause', 'sendBye'),
    noAck: to('ending', 'setNoAckCause', 'sendBye'),
    transportError: to('ended', 'setTransportCause', 'end'),
    lost: to('hangupPending'),
    expired: to('hangupPending'),
    byeFinished: to('hangupPending'),
  },
  talking: {
    answer: to('talking'),
    heldAnswer: to('talking'),
    prack: to('talking'),
    noPrack: to('talking'),
    reject: to('talking'),
    hangUp: to('ending', 'setHangUpCause', 'sendBye'),
    cancel: to('talking'),
    bye: to('ended', 'setPeerByeCause', 'end'),
    ack: to('talking'),
    unusableAck: to('talking'),
    noAck: to('ending', 'setNoAckCause', 'sendBye'), // of our 200 to a re-INVITE
    transportError: to('talking'),
    lost: to('ending', 'setTimeoutCause', 'sendBye'),
    expired: to('ending', 'setExpiredCause', 'sendBye'),
    byeFinished: to('talking'),
  },
  ending: {
    answer: to('ending'),
    heldAnswer: to('ending'),
    prack: to('ending'),
    noPrack: to('ending'),
    reject: to('ending'),
    hangUp: to('ending'),
    cancel: to('ending'),
    bye: to('ending'), // crossed ours, which will be answered too
    ack: to('ending'),
    unusableAck: to('ending'),
    noAck: to('ending'),
    transportError: to('ending'),
    lost: to('ending'),
    expired: to('ending'),
    byeFinished: to('ended', 'end'),
  },
  ended: {
    answer: to('ended'),
    heldAnswer: to('ended'),
    prack: to('ended'),
    noPrack: to('ended'),
    reject: to('ended'),
    hangUp: to('ended'),
    cancel: to('ended'),
    bye: to('ended'),
    ack: to('ended'),
    unusableAck: to('ended'),
    noAck: to('ended'),
    transportError: to('ended'),
    lost: to('ended'),
    expired: to('ended'),
    byeFinished: to('ended'),
  },
};

export const uasCallStates: Readonly<Record<UasState, CallState>> = {
  ringing: 'ringing',
  prackPending: 'answering',
  answering: 'answering',
  hangupPending: 'ending',
  talking: 'talking',
  ending: 'ending',
  ended: 'ended',
};
