import { type StateTable, to } from '../state-table.ts';
import type { CallState } from './call.ts';

/** `abandoning`: over for us before any response; CANCEL waits for one. `cancelling`: CANCEL is out. */
export type UacState = 'calling' | 'proceeding' | 'abandoning' | 'cancelling' | 'talking' | 'ending' | 'ended';

export type UacEvent =
  | 'provisional'
  | 'success' // the first 2xx
  | 'unusableSuccess' // the first 2xx, with an SDP that cannot be used
  | 'forkedSuccess' // a 2xx of another phone
  | 'repeated' // it is about to be sent again: with credentials, to another hop, or to where a 3xx points
  | 'failure'
  | 'timeout'
  | 'transportError'
  | 'hangUp'
  | 'cancelExpired' // no final response after CANCEL
  | 'silence' // not even a provisional response
  | 'bye' // the peer's
  | 'noAck' // our 200 to a re-INVITE
  | 'lost'
  | 'expired' // the session was not refreshed (RFC 4028)
  | 'replaced' // another phone took the call before its answer (RFC 3891)
  | 'byeFinished';

export type UacEffect =
  | 'announceProgress'
  | 'awaitResponse' // to the INVITE, which is sent again
  | 'stopResending' // INVITE; its responses are still awaited
  | 'announceEnd'
  | 'confirm' // dialog and ACK
  | 'announceAnswer'
  | 'sendCancel'
  | 'sendBye' // with it the session is over, whatever becomes of it (section 15.1.1)
  | 'releaseFork' // ACK and BYE
  | 'giveUpInvite'
  | 'setHangUpCause'
  | 'setCancelCause'
  | 'setPeerByeCause'
  | 'setRejectionCause'
  | 'setTimeoutCause'
  | 'setTransportCause'
  | 'setInvalidAnswerCause'
  | 'setNoAckCause'
  | 'setExpiredCause'
  | 'end';

/** An outgoing call: RFC 3261 sections 9.1, 13.2 and 15. `set…Cause` notes why the call ends; `sendBye` and `end` say so. */
export const uacCallTable: StateTable<UacState, UacEvent, UacEffect> = {
  calling: {
    provisional: to('proceeding', 'announceProgress'),
    success: to('talking', 'confirm', 'announceAnswer'),
    unusableSuccess: to('ending', 'confirm', 'setInvalidAnswerCause', 'sendBye'),
    forkedSuccess: to('calling', 'releaseFork'),
    repeated: to('calling', 'awaitResponse'),
    failure: to('ended', 'setRejectionCause', 'end'),
    timeout: to('ended', 'setTimeoutCause', 'end'),
    transportError: to('ended', 'setTransportCause', 'end'),
    hangUp: to('abandoning'),
    cancelExpired: to('calling'),
    silence: to('abandoning', 'stopResending', 'setTimeoutCause', 'announceEnd'),
    bye: to('calling'),
    noAck: to('calling'),
    lost: to('calling'),
    expired: to('calling'),
    replaced: to('calling'),
    byeFinished: to('calling'),
  },
  proceeding: {
    provisional: to('proceeding', 'announceProgress'),
    success: to('talking', 'confirm', 'announceAnswer'),
    unusableSuccess: to('ending', 'confirm', 'setInvalidAnswerCause', 'sendBye'),
    forkedSuccess: to('proceeding', 'releaseFork'),
    repeated: to('calling', 'awaitResponse'),
    failure: to('ended', 'setRejectionCause', 'end'),
    timeout: to('ended', 'setTimeoutCause', 'end'),
    transportError: to('ended', 'setTransportCause', 'end'),
    hangUp: to('cancelling', 'sendCancel'),
    cancelExpired: to('proceeding'),
    silence: to('proceeding'),
    bye: to('proceeding'),
    noAck: to('proceeding'),
    lost: to('proceeding'),
    expired: to('proceeding'),
    replaced: to('talking', 'sendCancel'),
    byeFinished: to('proceeding'),
  },
  abandoning: {
    provisional: to('cancelling', 'sendCancel'),
    success: to('ending', 'confirm', 'setCancelCause', 'sendBye'),
    unusableSuccess: to('ending', 'confirm', 'setCancelCause', 'sendBye'),
    forkedSuccess: to('abandoning', 'releaseFork'),
    repeated: to('abandoning'), // no more: its refusal ends it
    failure: to('ended', 'setCancelCause', 'end'),
    timeout: to('ended', 'setCancelCause', 'end'),
    transportError: to('ended', 'setCancelCause', 'end'),
    hangUp: to('abandoning'),
    cancelExpired: to('abandoning'),
    silence: to('abandoning'),
    bye: to('abandoning'),
    noAck: to('abandoning'),
    lost: to('abandoning'),
    expired: to('abandoning'),
    replaced: to('abandoning'),
    byeFinished: to('abandoning'),
  },
  cancelling: {
    provisional: to('cancelling'),
    success: to('ending', 'confirm', 'setCancelCause', 'sendBye'),
    unusableSuccess: to('ending', 'confirm', 'setCancelCause', 'sendBye'),
    forkedSuccess: to('cancelling', 'releaseFork'),
    repeated: to('cancelling'), // no more: its refusal ends it
    failure: to('ended', 'setCancelCause', 'end'),
    timeout: to('ended', 'setCancelCause', 'end'),
    transportError: to('ended', 'setCancelCause', 'end'),
    hangUp: to('cancelling'),
    cancelExpired: to('ended', 'giveUpInvite', 'setCancelCause', 'end'),
    silence: to('cancelling'),
    bye: to('cancelling'),
    noAck: to('cancelling'),
    lost: to('cancelling'),
    expired: to('cancelling'),
    replaced: to('cancelling'),
    byeFinished: to('cancelling'),
  },
  talking: {
    provisional: to('talking'),
    success: to('talking'),
    unusableSuccess: to('talking'),
    forkedSuccess: to('talking', 'releaseFork'),
    repeated: to('talking'),
    failure: to('talking'),
    timeout: to('talking'),
    transportError: to('talking'),
    hangUp: to('ending', 'setHangUpCause', 'sendBye'),
    cancelExpired: to('talking', 'giveUpInvite'), // of a call that another phone took
    silence: to('talking'),
    bye: to('ended', 'setPeerByeCause', 'end'),
    noAck: to('ending', 'setNoAckCause', 'sendBye'),
    lost: to('ending', 'setTimeoutCause', 'sendBye'),
    expired: to('ending', 'setExpiredCause', 'sendBye'),
    replaced: to('talking'),
    byeFinished: to('talking'),
  },
  ending: {
    provisional: to('ending'),
    success: to('ending'),
    unusableSuccess: to('ending'),
    forkedSuccess: to('ending', 'releaseFork'),
    repeated: to('ending'),
    failure: to('ending'),
    timeout: to('ending'),
    transportError: to('ending'),
    hangUp: to('ending'),
    cancelExpired: to('ending', 'giveUpInvite'),
    silence: to('ending'),
    bye: to('ending'), // crossed ours, which will be answered too
    noAck: to('ending'),
    lost: to('ending'),
    expired: to('ending'),
    replaced: to('ending'),
    byeFinished: to('ended', 'end'),
  },
  ended: {
    provisional: to('ended'),
    success: to('ended', 'releaseFork'),
    unusableSuccess: to('ended', 'releaseFork'),
    forkedSuccess: to('ended', 'releaseFork'),
    repeated: to('ended'),
    failure: to('ended'),
    timeout: to('ended'),
    transportError: to('ended'),
    hangUp: to('ended'),
    cancelExpired: to('ended'),
    silence: to('ended'),
    bye: to('ended'),
    noAck: to('ended'),
    lost: to('ended'),
    expired: to('ended'),
    replaced: to('ended'),
    byeFinished: to('ended'),
  },
};

export const uacCallStates: Readonly<Record<UacState, CallState>> = {
  calling: 'calling',
  proceeding: 'ringing',
  abandoning: 'ending',
  cancelling: 'ending',
  talking: 'talking',
  ending: 'ending',
  ended: 'ended',
};
