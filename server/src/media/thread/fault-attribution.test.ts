import { describe, expect, it, vi } from 'vitest';
import { CallScope, FaultAttribution } from './fault-attribution.ts';

function attribution() {
  const onUnknown = vi.fn();
  const giveUp = vi.fn();
  const clock = { nowMs: 0 };
  return { onUnknown, giveUp, clock, faults: new FaultAttribution({ onUnknown, giveUp, clock: () => clock.nowMs }) };
}

function failingScope(): { scope: CallScope; failures: unknown[] } {
  const scope = new CallScope();
  const failures: unknown[] = [];
  scope.whenFailed((error) => failures.push(error));
  return { scope, failures };
}

describe('FaultAttribution', () => {
  it('attributes to a call what it throws, synchronously or later, once', async () => {
    const { faults, onUnknown } = attribution();
    const [own, other] = [failingScope(), failingScope()];
    faults.within(other.scope, () => {});
    const later = Promise.withResolvers<void>();
    faults.within(own.scope, () => {
      // An uncaught exception reaches `attribute` in the context in which it was thrown.
      setTimeout(() => {
        faults.attribute('in a timer');
        later.resolve();
      });
    });
    await later.promise;
    faults.within(own.scope, () => {
      throw new Error('too late');
    });
    expect([own.failures, other.failures]).toEqual([['in a timer'], []]);
    expect(onUnknown).not.toHaveBeenCalled();
  });

  it('tells the one who begins a call what goes wrong at once, and keeps what goes wrong before it is known', () => {
    const { faults } = attribution();
    const scope = new CallScope();
    expect(() =>
      faults.begin(scope, () => {
        faults.attribute('early');
        throw new Error('at once');
      }),
    ).toThrow('at once');
    const failures: unknown[] = [];
    scope.whenFailed((error) => failures.push(error));
    expect(failures).toEqual(['early']);
  });

  it('gives the thread up when faults of no known call keep coming', () => {
    const { faults, onUnknown, giveUp, clock } = attribution();
    const { scope, failures } = failingScope();
    faults.within(scope, () => faults.outside(() => faults.attribute('shared')));
    for (let fault = 1; fault < 60; fault += 1) {
      clock.nowMs += 2100;
      faults.attribute(fault);
    }
    expect([onUnknown.mock.calls.length, giveUp.mock.calls.length, failures]).toEqual([60, 0, []]);
    faults.attribute('one more');
    faults.attribute('two more');
    expect(giveUp).toHaveBeenCalledWith('two more');
  });
});
