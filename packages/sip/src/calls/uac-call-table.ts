import { type StateTable, to } from '../state-table.ts';
import type { CallState } from './call.ts';

/** `abandoning`: hung up before any response; CANCEL waits for one. `cancelling`: CANCEL is out. */
export type UacState = 'calling' | 'proceeding' | 'abandoning' | 'cancelling' | 'talking' | 'ending' | 'ended';

export type UacEvent =
  | 'provisional'
  | 'success' // the first 2xx
  | 'unusableSuccess' // the first 2xx, with an SDP that cannot be used
  | 'forkedSuccess' // a 2xx of another phone
  | 'failure'
  | 'timeout'
  | 'transportError'
  | 'hangUp'
  | 'cancelExpired' // no final response after CANCEL
  | 'bye' // the peer's
  | 'noAck' // our 200 to a re-INVITE
  | 'lost'
  | 'byeFinished';

export type UacEffect =
  | 'announceProgress'
  | 'confirm' // dialog and ACK
  | 'announceAnswer'
  | 'sendCancel'
  | 'sendBye' // with it the session is over, whatever becomes of it (section 15.1.1)
  | 'dismissFork' // ACK and BYE
  | 'giveUpInvite'
  | 'blameHangUp'
  | 'blameCancel'
  | 'blamePeerBye'
  | 'blameRejection'
  | 'blameTimeout'
  | 'blameTransport'
  | 'blameAnswer'
  | 'blameNoAck'
  | 'end';

/** An outgoing call: RFC 3261 sections 9.1, 13.2 and 15. `blame…` notes why the call ends; `sendBye` and `end` say so. */
export const uacCallTable: StateTable<UacState, UacEvent, UacEffect> = {
  calling: {
    provisional: to('proceeding', 'announceProgress'),
    success: to('talking', 'confirm', 'announceAnswer'),
    unusableSuccess: to('ending', 'confirm', 'blameAnswer', 'sendBye'),
    forkedSuccess: to('calling', 'dismissFork'),
    failure: to('ended', 'blameRejection', 'end'),
    timeout: to('ended', 'blameTimeout', 'end'),
    transportError: to('ended', 'blameTransport', 'end'),
    hangUp: to('abandoning'),
    cancelExpired: to('calling'),
    bye: to('calling'),
    noAck: to('calling'),
    lost: to('calling'),
    byeFinished: to('calling'),
  },
  proceeding: {
    provisional: to('proceeding', 'announceProgress'),
    success: to('talking', 'confirm', 'announceAnswer'),
    unusableSuccess: to('ending', 'confirm', 'blameAnswer', 'sendBye'),
    forkedSuccess: to('proceeding', 'dismissFork'),
    failure: to('ended', 'blameRejection', 'end'),
    timeout: to('ended', 'blameTimeout', 'end'),
    transportError: to('ended', 'blameTransport', 'end'),
    hangUp: to('cancelling', 'sendCancel'),
    cancelExpired: to('proceeding'),
    bye: to('proceeding'),
    noAck: to('proceeding'),
    lost: to('proceeding'),
    byeFinished: to('proceeding'),
  },
  abandoning: {
    provisional: to('cancelling', 'sendCancel'),
    success: to('ending', 'confirm', 'blameCancel', 'sendBye'),
    unusableSuccess: to('ending', 'confirm', 'blameCancel', 'sendBye'),
    forkedSuccess: to('abandoning', 'dismissFork'),
    failure: to('ended', 'blameCancel', 'end'),
    timeout: to('ended', 'blameCancel', 'end'),
    transportError: to('ended', 'blameCancel', 'end'),
    hangUp: to('abandoning'),
    cancelExpired: to('abandoning'),
    bye: to('abandoning'),
    noAck: to('abandoning'),
    lost: to('abandoning'),
    byeFinished: to('abandoning'),
  },
  cancelling: {
    provisional: to('cancelling'),
    success: to('ending', 'confirm', 'blameCancel', 'sendBye'),
    unusableSuccess: to('ending', 'confirm', 'blameCancel', 'sendBye'),
    forkedSuccess: to('cancelling', 'dismissFork'),
    failure: to('ended', 'blameCancel', 'end'),
    timeout: to('ended', 'blameCancel', 'end'),
    transportError: to('ended', 'blameCancel', 'end'),
    hangUp: to('cancelling'),
    cancelExpired: to('ended', 'giveUpInvite', 'blameCancel', 'end'),
    bye: to('cancelling'),
    noAck: to('cancelling'),
    lost: to('cancelling'),
    byeFinished: to('cancelling'),
  },
  talking: {
    provisional: to('talking'),
    success: to('talking'),
    unusableSuccess: to('talking'),
    forkedSuccess: to('talking', 'dismissFork'),
    failure: to('talking'),
    timeout: to('talking'),
    transportError: to('talking'),
    hangUp: to('ending', 'blameHangUp', 'sendBye'),
    cancelExpired: to('talking'),
    bye: to('ended', 'blamePeerBye', 'end'),
    noAck: to('ending', 'blameNoAck', 'sendBye'),
    lost: to('ending', 'blameTimeout', 'sendBye'),
    byeFinished: to('talking'),
  },
  ending: {
    provisional: to('ending'),
    success: to('ending'),
    unusableSuccess: to('ending'),
    forkedSuccess: to('ending', 'dismissFork'),
    failure: to('ending'),
    timeout: to('ending'),
    transportError: to('ending'),
    hangUp: to('ending'),
    cancelExpired: to('ending'),
    bye: to('ending'), // crossed ours, which will be answered too
    noAck: to('ending'),
    lost: to('ending'),
    byeFinished: to('ended', 'end'),
  },
  ended: {
    provisional: to('ended'),
    success: to('ended', 'dismissFork'),
    unusableSuccess: to('ended', 'dismissFork'),
    forkedSuccess: to('ended', 'dismissFork'),
    failure: to('ended'),
    timeout: to('ended'),
    transportError: to('ended'),
    hangUp: to('ended'),
    cancelExpired: to('ended'),
    bye: to('ended'),
    noAck: to('ended'),
    lost: to('ended'),
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
