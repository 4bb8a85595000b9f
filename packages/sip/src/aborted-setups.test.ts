import { expect, test } from 'vitest';
import { SAMPLE_SDP } from './testing/scripted-peer.ts';
import { openTestBed, receiveCall, sendRequest, type TestBed } from './testing/test-bed.ts';

const SETUPS = 400;
/** 64·T1 for an ACK that never comes, and as long for the response to the BYE. */
const ALL_OVER_MS = 65_000;

/** Each way in which a caller may not go through with its call. */
const ABORTS: readonly ((bed: TestBed, callId: string) => void)[] = [
  (bed, callId) => {
    const { branch } = receiveCall(bed, { callId });
    sendRequest(bed, 'CANCEL', { callId, branch });
    const toTag = bed.peer.lastResponse('INVITE').toTag ?? '';
    sendRequest(bed, 'ACK', { callId, branch, toTag });
  },
  (bed, callId) => {
    const { branch } = receiveCall(bed, { callId });
    for (let copies = 2; copies > 0; copies -= 1) sendRequest(bed, 'INVITE', { callId, branch, body: SAMPLE_SDP });
    sendRequest(bed, 'CANCEL', { callId, branch });
  },
  (bed, callId) => receiveCall(bed, { callId }).call.reject(486),
  (bed, callId) => receiveCall(bed, { callId }).call.answer(SAMPLE_SDP),
];

test('set-ups that their callers abort leave no transaction, no dialog and no timer behind', async () => {
  const bed = await openTestBed();
  for (let index = 0; index < SETUPS; index += 1) ABORTS[index % ABORTS.length]!(bed, `aborted-${index}`);
  expect(bed.agent.counters.transactions).toBeGreaterThan(SETUPS / 2);
  expect(bed.agent.counters.dialogs).toBeGreaterThan(0);
  bed.clock.advance(ALL_OVER_MS);
  expect(bed.agent.counters).toMatchObject({ transactions: 0, dialogs: 0 });
  expect(bed.clock.pending).toBe(0);
});
