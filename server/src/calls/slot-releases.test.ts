import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CallRig } from './testing/call-rig.ts';

const SLOTS = 2;

let rig: CallRig;
beforeAll(async () => {
  rig = await CallRig.start({ concurrentCalls: SLOTS });
});
afterAll(() => rig?.close());

/** A caller for each slot, all answered. */
async function fullHouse() {
  const callers = Array.from({ length: SLOTS }, () => rig.caller());
  await Promise.all(callers.map((caller) => rig.inbound.accept(caller)));
  for (const { said } of callers) await vi.waitFor(() => expect(said).toEqual(['ring', 'answer']), 10_000);
  return callers;
}

/** From then on the ends of the calls that live are not stored, until the returned function is called. */
function keepEndsOpen(): () => void {
  const closes = Promise.withResolvers<void>();
  for (const callId of rig.live.callIds) rig.media.sessions.get(callId)!.closes = closes.promise;
  return closes.resolve;
}

async function clear(): Promise<void> {
  for (const callId of rig.live.callIds) rig.live.hangUp(callId);
  await rig.over();
}

test('a caller who comes while the end of a call is being stored gets its slot', async () => {
  const [leaving] = await fullHouse();
  const storeEnds = keepEndsOpen();
  leaving!.bye();
  const next = rig.caller();
  const statements = vi.spyOn(rig.database, 'query');
  const refused = () => statements.mock.results.filter((_, index) => nameOf(statements.mock.calls[index]!) === INSERT);
  const admitting = rig.inbound.accept(next);
  // Twice: as the number was remembered, and as it was looked up.
  await vi.waitFor(() => expect(refused()).toHaveLength(2), 10_000);
  await Promise.all(refused().map(({ value }) => value));
  statements.mockRestore();
  expect(next.said).toEqual([]);
  storeEnds();
  await admitting;
  await vi.waitFor(() => expect(next.said).toEqual(['ring', 'answer']), 10_000);
  await clear();
});

test('of several callers no more wait than slots are about to be free: the others hear busy at once', async () => {
  const [leaving] = await fullHouse();
  const storeEnds = keepEndsOpen();
  leaving!.bye();
  const callers = Array.from({ length: 3 }, () => rig.caller());
  const admitting = callers.map((caller) => rig.inbound.accept(caller));
  const said = () => callers.map((caller) => caller.said[0] ?? 'nothing').sort();
  await vi.waitFor(() => expect(said()).toEqual(['nothing', 'reject 486', 'reject 486']), 10_000);
  storeEnds();
  await Promise.all(admitting);
  await vi.waitFor(() => expect(said()).toEqual(['reject 486', 'reject 486', 'ring']), 10_000);
  await clear();
});

test('where every slot is of a call that lives, a caller hears busy', async () => {
  await fullHouse();
  const next = rig.caller();
  await rig.inbound.accept(next);
  expect(next.said).toEqual(['reject 486']);
  await clear();
});

test('a caller waits for no end that is not stored in time', async () => {
  const [leaving] = await fullHouse();
  const storeEnds = keepEndsOpen();
  leaving!.bye();
  const next = rig.caller();
  await rig.inbound.accept(next);
  expect(next.said).toEqual(['reject 486']);
  storeEnds();
  await clear();
});

const INSERT = 'insert-inbound-calls';
const nameOf = ([statement]: readonly [string | { name?: string }, ...unknown[]]) =>
  typeof statement === 'string' ? statement : statement.name;
