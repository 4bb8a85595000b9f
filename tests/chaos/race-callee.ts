// Everyone who is called in a race of requests: a far end in a process of its own. It rings, then refuses or answers,
// hangs up after a moment, and remembers when each call was there.
import { FarEnd } from '../../bench/chaos/far-end.ts';
import type { Behaviour } from '../../bench/chaos/far-end-call.ts';

/** Milliseconds, from and to; which of them is decided by chance. */
export type Range = readonly [number, number];

export interface CalleeOptions {
  ringMs: Range;
  /** Of all calls, 0 to 1. The others are refused. */
  answeredShare: number;
  /** How long an answered call lasts. */
  talkMs: Range;
}

/** What the phone saw of one call. Times in milliseconds since 1970. */
export interface PhoneCall {
  from: string;
  to: string;
  invitedMs: number;
  /** When the phone was through with it: it refused, hung up, or was hung up on. Null: still there. */
  endedMs: number | null;
}

export type CalleeRequest = { ask: 'calls' } | { ask: 'options'; options: Partial<CalleeOptions> } | { ask: 'close' };
export type CalleeReport = { port: number } | { calls: PhoneCall[] };

const REFUSALS = [480, 486, 603];

let options = JSON.parse(process.argv[2]!) as CalleeOptions;
const between = ([min, max]: Range) => min + Math.random() * (max - min);

function behave(): Behaviour {
  const refusal = REFUSALS[Math.floor(Math.random() * REFUSALS.length)]!;
  return {
    silentMs: 0,
    provisional: 180,
    ringMs: between(options.ringMs),
    final: Math.random() < options.answeredShare ? 200 : refusal,
    talkMs: between(options.talkMs),
  };
}

const farEnd = await FarEnd.start(behave);
const report = (message: CalleeReport) => process.send!(message);
process.on('message', (request: CalleeRequest) => {
  if (request.ask === 'options') options = { ...options, ...request.options };
  if (request.ask === 'calls') {
    report({ calls: farEnd.seen.map(({ caller, number, ...seen }) => ({ ...seen, from: caller, to: number })) });
  }
  if (request.ask === 'close') process.exit(0);
});
process.on('disconnect', () => process.exit(1));
report({ port: farEnd.port });
