import type { SipMessage, SipRequest, SipResponse } from '../messages/message.ts';
import type { Scheduler } from '../scheduler.ts';
import {
  allowsUpdate,
  answerTimer,
  askForTimer,
  type SessionTimerPolicy,
  type TimerAgreement,
  timerOfResponse,
} from './session-timer-policy.ts';
import {
  type SessionTimerEffect,
  type SessionTimerEvent,
  type SessionTimerState,
  sessionTimerTable,
} from './session-timer-table.ts';

/** RFC 4028 section 10: the BYE leaves before the others hold the session for dead. */
const LONGEST_LEAD_S = 32;
/** After a refresh that the peer could not take: its own is over by then (RFC 3261 section 14.1). */
const RETRY_MS = 5000;

export interface SessionTimerUser {
  /** It is time. `byUpdate`: else by re-INVITE, which every peer takes. */
  refresh(byUpdate: boolean): void;
  /** No refresh came, or ours found no way. */
  onExpired(): void;
}

/** Keeps one session alive, or notes that its peer has gone: RFC 4028. */
export class SessionTimer {
  readonly #scheduler: Scheduler;
  readonly #policy: SessionTimerPolicy;
  readonly #user: SessionTimerUser;
  #state: SessionTimerState = 'off';
  #agreement: TimerAgreement | null = null;
  #peerTakesUpdate = false;
  #cancelExpiry: () => void = () => {};
  #cancelRefresh: () => void = () => {};

  constructor(scheduler: Scheduler, policy: SessionTimerPolicy, user: SessionTimerUser) {
    this.#scheduler = scheduler;
    this.#policy = policy;
    this.#user = user;
  }

  /** What the peer says that it takes. */
  noteCapabilities(message: SipMessage): void {
    this.#peerTakesUpdate = allowsUpdate(message) ?? this.#peerTakesUpdate;
  }

  /** What an INVITE or UPDATE of ours asks for. */
  get requestHeaders(): Readonly<Record<string, string>> {
    return askForTimer(this.#policy, this.#agreement);
  }

  /** A request of the peer is accepted: what our 2xx says of it. */
  accept(request: SipRequest): Readonly<Record<string, string>> {
    this.noteCapabilities(request);
    const { agreement, headers } = answerTimer(request, this.#policy, this.#agreement);
    this.#agree(agreement);
    return headers;
  }

  /** The peer has accepted a request of ours. */
  accepted(response: SipResponse): void {
    this.noteCapabilities(response);
    this.#agree(timerOfResponse(response));
  }

  /** The peer has refused a refresh; where it knows no UPDATE it gets a re-INVITE. */
  refused(status: number): void {
    if (status === 405 || status === 501) this.#peerTakesUpdate = false;
    this.#fire('refused');
  }

  /** Idempotent. */
  close(): void {
    this.#fire('close');
  }

  #agree(agreement: TimerAgreement | null): void {
    this.#agreement = agreement;
    if (!agreement) this.#fire('agreedNone');
    else this.#fire(agreement.weRefresh ? 'agreedOurs' : 'agreedTheirs');
  }

  #fire(event: SessionTimerEvent): void {
    const { next, effects } = sessionTimerTable[this.#state][event];
    this.#state = next;
    for (const effect of effects) SessionTimer.#effects[effect](this);
  }

  static readonly #effects: Readonly<Record<SessionTimerEffect, (timer: SessionTimer) => void>> = {
    stopTimers: (timer) => {
      timer.#cancelExpiry();
      timer.#cancelRefresh();
    },
    startExpiry: (timer) => {
      const { intervalS } = timer.#agreement!;
      const lastsS = intervalS - Math.min(LONGEST_LEAD_S, intervalS / 3);
      timer.#cancelExpiry = timer.#scheduler.schedule(lastsS * 1000, () => timer.#fire('expired'));
    },
    startRefresh: (timer) => timer.#refreshAfter(timer.#agreement!.intervalS * 500),
    startRetry: (timer) => timer.#refreshAfter(RETRY_MS),
    refresh: (timer) => timer.#user.refresh(timer.#peerTakesUpdate),
    reportExpired: (timer) => timer.#user.onExpired(),
  };

  #refreshAfter(delayMs: number): void {
    this.#cancelRefresh();
    this.#cancelRefresh = this.#scheduler.schedule(delayMs, () => this.#fire('refreshDue'));
  }
}
