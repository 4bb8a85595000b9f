import { beforeEach, expect, it } from 'vitest';
import type { MediaEndpoint } from './media-endpoint.ts';
import { Supervision } from './supervision.ts';

const frame = (value: number) => new Int16Array(160).fill(value);

/** Says one value over and over, and keeps what it hears. */
class Leg implements MediaEndpoint {
  onDtmf = null;
  readonly port = 0;
  readonly isHeld = false;
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

let supervision: Supervision;
let first: Leg;
let second: Leg;

beforeEach(() => {
  supervision = new Supervision();
  first = new Leg(1000);
  second = new Leg(2000);
  supervision.join('first', first);
  supervision.join('second', second);
});

const callerHears = () => supervision.exchange(frame(100), frame(10))?.[0] ?? null;

it('lets supervisors hear both sides, and nobody hear them', () => {
  expect(callerHears()).toBe(10);
  expect([first.heard, second.heard]).toEqual([110, 110]);
});

it('lets the caller and the other supervisors hear the one who takes over', () => {
  supervision.takeOver('first');
  expect(callerHears()).toBe(1010);
  expect([first.heard, second.heard]).toEqual([110, 1110]);
  expect([first.clears, second.clears]).toEqual([1, 0]);
  supervision.takeOver('second');
  expect(callerHears()).toBe(2010);
  expect([first.heard, second.heard]).toEqual([2110, 110]);
  supervision.giveBack();
  expect(callerHears()).toBe(10);
  expect(supervision.speaker).toBeNull();
});

it('gives back when the one who had taken over leaves', () => {
  supervision.takeOver('first');
  supervision.leave('first');
  supervision.leave('first');
  expect(first.isClosed).toBe(true);
  expect(supervision.speaker).toBeNull();
  expect(callerHears()).toBe(10);
  expect(second.heard).toBe(110);
});

it('lets one who comes late hear who talks', () => {
  supervision.takeOver('first');
  const late = new Leg(3000);
  supervision.join('late', late);
  expect(callerHears()).toBe(1010);
  expect(late.heard).toBe(1110);
});
