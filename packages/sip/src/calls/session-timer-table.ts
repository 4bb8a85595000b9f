import { type StateTable, to } from '../state-table.ts';

/** `ours`: we refresh the session; `theirs`: the peer does; `off`: it lasts until it is ended. */
export type SessionTimerState = 'off' | 'ours' | 'theirs' | 'over';

export type SessionTimerEvent =
  | 'agreedOurs'
  | 'agreedTheirs'
  | 'agreedNone'
  | 'refreshDue' // half of the interval has passed
  | 'refused' // a refresh of ours, for now
  | 'expired'
  | 'close';

export type SessionTimerEffect =
  | 'stopTimers'
  | 'startExpiry'
  | 'startRefresh'
  | 'startRetry'
  | 'refresh'
  | 'reportExpired';

/** The timer of a session: RFC 4028 section 10. Each 2xx to INVITE or UPDATE begins it anew. */
export const sessionTimerTable: StateTable<SessionTimerState, SessionTimerEvent, SessionTimerEffect> = {
  off: {
    agreedOurs: to('ours', 'startExpiry', 'startRefresh'),
    agreedTheirs: to('theirs', 'startExpiry'),
    agreedNone: to('off'),
    refreshDue: to('off'),
    refused: to('off'),
    expired: to('off'),
    close: to('over'),
  },
  ours: {
    agreedOurs: to('ours', 'stopTimers', 'startExpiry', 'startRefresh'),
    agreedTheirs: to('theirs', 'stopTimers', 'startExpiry'),
    agreedNone: to('off', 'stopTimers'),
    refreshDue: to('ours', 'refresh'),
    refused: to('ours', 'startRetry'),
    expired: to('over', 'stopTimers', 'reportExpired'),
    close: to('over', 'stopTimers'),
  },
  theirs: {
    agreedOurs: to('ours', 'stopTimers', 'startExpiry', 'startRefresh'),
    agreedTheirs: to('theirs', 'stopTimers', 'startExpiry'),
    agreedNone: to('off', 'stopTimers'),
    refreshDue: to('theirs'),
    refused: to('theirs'),
    expired: to('over', 'stopTimers', 'reportExpired'),
    close: to('over', 'stopTimers'),
  },
  over: {
    agreedOurs: to('over'),
    agreedTheirs: to('over'),
    agreedNone: to('over'),
    refreshDue: to('over'),
    refused: to('over'),
    expired: to('over'),
    close: to('over'),
  },
};
