import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CallRig } from './testing/call-rig.ts';

let rig: CallRig;
beforeAll(async () => {
  rig = await CallRig.start();
});
afterAll(() => rig?.close());

const inboundCalls = () =>
  rig.scratch.db.query<{ call_id: string; state: string; end_reason: string | null }>(
    "select call_id, state, end_reason from calls where direction = 'inbound' order by created_at, call_id",
  );

test('a caller is answered, and hung up on when the call ends', async () => {
  const leg = rig.caller();
  await rig.inbound.accept(leg);
  await vi.waitFor(() => expect(leg.said).toEqual(['ring', 'answer']), 10_000);
  await rig.live.sayFarewell(10_000, new AbortController().signal);
  expect(leg.said).toEqual(['ring', 'answer', 'hang up']);
});

test('a caller whose audio cannot be opened gets a final response', async () => {
  const leg = rig.caller();
  rig.media.failure = new Error('no port is free');
  await rig.inbound.accept(leg);
  await rig.over();
  rig.media.failure = null;
  expect(leg.said).toEqual(['hang up']);
  expect((await inboundCalls()).at(-1)).toMatchObject({ state: 'ended', end_reason: 'internal_error' });
});

test('a call that is ended while its audio opens is never answered', async () => {
  const leg = rig.caller();
  const opening = Promise.withResolvers<void>();
  rig.media.opens = opening.promise;
  await rig.inbound.accept(leg);
  const { call_id: callId } = (await inboundCalls()).at(-1)!;
  rig.live.hangUp(callId);
  opening.resolve();
  await rig.over();
  expect(leg.said).toEqual(['hang up']);
  expect((await inboundCalls()).at(-1)).toMatchObject({ state: 'ended', end_reason: 'canceled' });
});

test('a node without media takes no callers', async () => {
  const leg = rig.caller();
  const before = (await inboundCalls()).length;
  rig.media.isReady = false;
  await rig.inbound.accept(leg);
  rig.media.isReady = true;
  expect(leg.said).toEqual(['reject 503']);
  expect(await inboundCalls()).toHaveLength(before);
});

test('a caller who is being admitted when the node closes is refused, and nothing is left open', async () => {
  const leg = rig.caller();
  const admitting = rig.inbound.accept(leg);
  rig.inbound.close();
  await rig.inbound.settled();
  await admitting;
  expect(leg.said).toEqual(['reject 503']);
  expect((await inboundCalls()).at(-1)).toMatchObject({ state: 'ended' });
  expect(rig.live.count).toBe(0);
});
