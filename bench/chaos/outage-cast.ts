import type { Behaviour } from './far-end-call.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** What happens to a call, as a share of the outage: 0 is its begin, 1 its end; `after`: two seconds after it. */
type Moment = number | 'after';

/** Some of the calls that are under way when the database goes. */
export interface Part {
  name: string;
  count: number;
  behaviour: Behaviour;
  /** What the callee has done when the outage begins. */
  before: 'trying' | 'ringing' | 'talking';
  answer?: Moment;
  refuse?: Moment;
  hangUp?: Moment;
  /** The API is asked to hang up as the outage begins. */
  hangUpByApi?: boolean;
  expected: { status: 'completed' | 'failed'; endReason: string };
}

const waiting = (provisional: 100 | 180): Behaviour => ({
  silentMs: 0,
  provisional,
  ringMs: NEVER,
  final: 200,
  talkMs: NEVER,
});
const talking: Behaviour = { silentMs: 0, provisional: 180, ringMs: 50, final: 200, talkMs: NEVER };
const hungUp = { status: 'completed', endReason: 'user_hangup' } as const;

/** 18 calls that take every slot. What waits for one of them is placed beside. */
export const cast: readonly Part[] = [
  {
    name: 'dialing, answered meanwhile',
    count: 2,
    behaviour: waiting(100),
    before: 'trying',
    answer: 0.4,
    hangUp: 'after',
    expected: hungUp,
  },
  {
    name: 'ringing, answered meanwhile',
    count: 3,
    behaviour: waiting(180),
    before: 'ringing',
    answer: 0.3,
    hangUp: 'after',
    expected: hungUp,
  },
  {
    name: 'ringing, answered and hung up meanwhile',
    count: 2,
    behaviour: waiting(180),
    before: 'ringing',
    answer: 0.2,
    hangUp: 0.7,
    expected: hungUp,
  },
  {
    name: 'ringing, busy meanwhile',
    count: 2,
    behaviour: waiting(180),
    before: 'ringing',
    refuse: 0.5,
    expected: { status: 'failed', endReason: 'busy' },
  },
  {
    name: 'ringing, answered afterwards',
    count: 1,
    behaviour: waiting(180),
    before: 'ringing',
    answer: 1,
    hangUp: 'after',
    expected: hungUp,
  },
  {
    name: 'talking all the while',
    count: 3,
    behaviour: talking,
    before: 'talking',
    hangUp: 'after',
    expected: hungUp,
  },
  {
    name: 'talking, hung up meanwhile',
    count: 2,
    behaviour: talking,
    before: 'talking',
    hangUp: 0.5,
    expected: hungUp,
  },
  { name: 'hanging up', count: 1, behaviour: talking, before: 'talking', hangUp: 0, expected: hungUp },
  {
    name: 'hung up on by the API',
    count: 2,
    behaviour: talking,
    before: 'talking',
    hangUpByApi: true,
    expected: { status: 'completed', endReason: 'agent_hangup' },
  },
];

/** Of a batch, for want of a slot. */
export const QUEUED_CALLS = 2;
export const queuedBehaviour: Behaviour = { ...talking, talkMs: 2000 };
