import { type StateTable, to } from '../state-table.ts';

/** `requested`: REFER is out. `subscribed`: it was accepted, and NOTIFYs say what becomes of it. */
export type ReferState = 'requested' | 'subscribed' | 'over';

export type ReferEvent =
  | 'accepted' // 2xx to REFER
  | 'refused' // 3xx to 6xx to REFER
  | 'unanswered' // Timer F, or no way to the peer
  | 'progress' // NOTIFY with 1xx
  | 'reached' // NOTIFY with 2xx
  | 'missed' // NOTIFY with 3xx to 6xx
  | 'unsubscribed' // the last NOTIFY, without a final response
  | 'expired' // it took too long
  | 'callOver'; // BYE, from either side

export type ReferEffect =
  | 'announceProgress'
  | 'reportTransferred'
  | 'reportFailed'
  | 'reportRefused'
  | 'reportUnanswered'
  | 'reportUnknown'
  | 'reportExpired'
  | 'reportCallEnded';

/**
 * One REFER of ours in a dialog: RFC 3515 section 2.4. A NOTIFY may overtake the 202 (section 2.4.4), and its final response
 * settles the matter whatever comes to the REFER itself.
 */
export const referTable: StateTable<ReferState, ReferEvent, ReferEffect> = {
  requested: {
    accepted: to('subscribed'),
    refused: to('over', 'reportRefused'),
    unanswered: to('over', 'reportUnanswered'),
    progress: to('requested', 'announceProgress'),
    reached: to('over', 'reportTransferred'),
    missed: to('over', 'reportFailed'),
    unsubscribed: to('over', 'reportUnknown'),
    expired: to('over', 'reportExpired'),
    callOver: to('over', 'reportCallEnded'),
  },
  subscribed: {
    accepted: to('subscribed'),
    refused: to('subscribed'),
    unanswered: to('subscribed'),
    progress: to('subscribed', 'announceProgress'),
    reached: to('over', 'reportTransferred'),
    missed: to('over', 'reportFailed'),
    unsubscribed: to('over', 'reportUnknown'),
    expired: to('over', 'reportExpired'),
    callOver: to('over', 'reportCallEnded'),
  },
  over: {
    accepted: to('over'),
    refused: to('over'),
    unanswered: to('over'),
    progress: to('over'),
    reached: to('over'),
    missed: to('over'),
    unsubscribed: to('over'),
    expired: to('over'),
    callOver: to('over'),
  },
};
