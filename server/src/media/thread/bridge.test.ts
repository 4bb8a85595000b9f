import { beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../audibility.ts';
import { Bridge } from './bridge.ts';
import type { MediaEndpoint } from './media-endpoint.ts';

const frame = (value: number) => new Int16Array(160).fill(value);

/** Says one value over and over, and keeps what it hears. */
class Party implements MediaEndpoint {
  readonly rateHz = 8000;
  onDtmf = null;
  readonly port = 0;
  isHeld = false;
  readonly received = 0;
  readonly stats = {} as MediaEndpoint['stats'];
  heard: number | null = null;
  clears = 0;
  isClosed = false;
  readonly #value: number;

  constructor(value: number) {
    this.#value = value;
  }

  redirect(): void {}

  pull(): Int16Array {
    return frame(this.#value);
  }

  send(samples: Int16Array | null): void {
    this.heard = samples?.[0] ?? null;
  }

  discardUnplayed(): number {
    return 0;
  }

  clear(): void {
    this.clears += 1;
  }

  sendDtmf(): void {}

  close(): void {
    this.isClosed = true;
  }
}

const CALLER = 1;
const AGENT = 10;
const TARGET = 100;
const TONE = 1000;
const BRIEFING = 2000;

let bridge: Bridge;
let caller: Party;

beforeEach(() => {
  caller = new Party(CALLER);
  bridge = new Bridge({ id: 'leg_caller', role: 'caller', endpoint: caller });
});

function join(id: string, role: 'supervisor' | 'target', value: number): Party {
  const party = new Party(value);
  bridge.join({ id, role, endpoint: party });
  return party;
}

/** Moves on by 20 ms. Returns what the agent hears. */
function tick(): number | null {
  const { heardByAgent } = bridge.pull();
  bridge.send({ agent: frame(AGENT), waiting_tone: frame(TONE), briefing: frame(BRIEFING) });
  return heardByAgent?.[0] ?? null;
}

it('connects caller and agent, and copies no frame', () => {
  const { caller: pulled, heardByAgent } = bridge.pull();
  expect(heardByAgent).toBe(pulled);
  const spoken = frame(AGENT);
  expect(bridge.send({ agent: spoken, waiting_tone: null, briefing: null })).toBe(spoken);
  expect([heardByAgent?.[0], caller.heard]).toEqual([CALLER, AGENT]);
});

it('sends nothing to a side that holds us', () => {
  const target = join('leg_target', 'target', TARGET);
  bridge.connect('bridged');
  caller.isHeld = true;
  tick();
  expect([caller.heard, target.heard]).toEqual([null, CALLER]);
});

describe('a supervisor', () => {
  let first: Party;
  let second: Party;

  beforeEach(() => {
    first = join('leg_first', 'supervisor', 3000);
    second = join('leg_second', 'supervisor', 5000);
  });

  it('hears both sides, and is heard by neither', () => {
    expect(tick()).toBe(CALLER);
    expect([caller.heard, first.heard, second.heard]).toEqual([AGENT, CALLER + AGENT, CALLER + AGENT]);
  });

  it('a supervisor who takes over is heard by the caller and the other supervisors, not by the agent', () => {
    bridge.takeOver('leg_first');
    expect(tick()).toBe(CALLER);
    expect([caller.heard, first.heard, second.heard]).toEqual([3010, 11, 3011]);
    expect([first.clears, second.clears]).toEqual([1, 0]);
    bridge.takeOver('leg_second');
    tick();
    expect([caller.heard, first.heard, second.heard]).toEqual([5010, 5011, 11]);
    bridge.giveBack();
    tick();
    expect(caller.heard).toBe(AGENT);
    expect(bridge.speaker).toBeNull();
  });

  it('a supervisor who leaves returns the call to the agent, and its media is closed', () => {
    bridge.takeOver('leg_first');
    bridge.leave('leg_first');
    bridge.leave('leg_first');
    expect([first.isClosed, bridge.speaker]).toEqual([true, null]);
    tick();
    expect([caller.heard, second.heard]).toEqual([AGENT, CALLER + AGENT]);
  });

  it('a supervisor who joins late hears the one who talks', () => {
    bridge.takeOver('leg_first');
    const late = join('leg_late', 'supervisor', 7000);
    tick();
    expect([caller.heard, late.heard]).toEqual([3010, 3011]);
  });

  it('the target of a transfer hears the supervisor who has taken over', () => {
    const target = join('leg_target', 'target', TARGET);
    bridge.connect('dialing');
    bridge.takeOver('leg_first');
    tick();
    expect(target.heard).toBeNull();
    bridge.connect('bridged');
    tick();
    expect([caller.heard, target.heard]).toEqual([3000 + TARGET, 3000 + CALLER]);
  });
});

it.each<[Connection, { caller: number | null; agent: number | null; target: number | null; supervisor: number }]>([
  ['agent', { caller: AGENT, agent: CALLER, target: null, supervisor: CALLER + AGENT }],
  ['dialing', { caller: AGENT + TONE, agent: CALLER, target: null, supervisor: CALLER + AGENT }],
  [
    'consulting',
    { caller: AGENT + TONE, agent: CALLER, target: BRIEFING, supervisor: CALLER + AGENT + TARGET + BRIEFING },
  ],
  ['bridged', { caller: TARGET, agent: null, target: CALLER, supervisor: CALLER + TARGET }],
  [
    'conference',
    { caller: AGENT + TARGET, agent: CALLER + TARGET, target: CALLER + AGENT, supervisor: CALLER + AGENT + TARGET },
  ],
])('%s: each hears whom they should', (connection, heard) => {
  const target = join('leg_target', 'target', TARGET);
  const supervisor = join('leg_supervisor', 'supervisor', 3000);
  bridge.connect(connection);
  const agent = tick();
  expect({ caller: caller.heard, agent, target: target.heard, supervisor: supervisor.heard }).toEqual(heard);
});

it('closes the media of every leg but the caller’s, whose end is the call’s', () => {
  const target = join('leg_target', 'target', TARGET);
  bridge.close();
  expect([caller.isClosed, target.isClosed, bridge.leg('leg_target')]).toEqual([false, true, null]);
});
