import { describe, expect, it } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

async function greeted(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

const warnings = (call: TestCall) => call.of('warning').map(({ code }) => code);
const users = (call: TestCall) => call.lines.filter((line) => line.startsWith('user'));

const QUESTION = 'I would like a room for two people please';

describe('a recognizer whose stream breaks', () => {
  it.each([200, 900, 1700, 2050, 2300])('%i ms into a sentence hears the whole of it, once', async (inMs) => {
    const probe = await greeted();
    const call = await greeted({ stt: { failuresMs: [probe.nowMs + inMs], partialDelayMs: 100, finalDelayMs: 100 } });
    expect(call.nowMs).toBe(probe.nowMs);
    const { startMs } = await call.hears(QUESTION, 2000, 3000);
    expect(users(call)).toEqual([`user: ${QUESTION}`]);
    expect(warnings(call)).toEqual(['stt_reopened']);
    const words = call.turns.find(({ role }) => role === 'user')!.words!;
    expect(words.map(({ text }) => text).join(' ')).toBe(QUESTION);
    expect(words[0]!.startMs).toBe(startMs);
  });

  it('keeps the words before a pause that had their final', async () => {
    const probe = await greeted();
    const call = await greeted({ stt: { failuresMs: [probe.nowMs + 1600] } });
    call.say('my name is', 900);
    call.say('Peter Smith', 700, 1350);
    await call.run(5000);
    expect(users(call)).toEqual(['user: my name is Peter Smith']);
  });

  it('twice in a row is followed by the next one', async () => {
    const probe = await greeted();
    const call = await greeted({
      stt: { failuresMs: [probe.nowMs + 500, probe.nowMs + 1000] },
      nextTranscriber: {},
    });
    await call.hears(QUESTION, 2000, 3000);
    expect(warnings(call)).toEqual(['stt_reopened', 'stt_fallback']);
    expect(call.stt.streams).toHaveLength(2);
    expect(users(call)).toEqual([`user: ${QUESTION}`]);
    expect(call.of('hangup')).toEqual([]);
  });

  it('for good is followed at once', async () => {
    const refusal = new ProviderError('stt', 'scripted-stt', '401 bad key', { retryable: false });
    const call = await greeted({ stt: { downFromMs: 0, failure: refusal }, nextTranscriber: {} });
    await call.hears(QUESTION, 2000, 3000);
    expect(call.of('warning')).toMatchObject([
      { code: 'stt_fallback', message: 'scripted-stt: 401 bad key; next-stt listens from here on' },
    ]);
    expect(call.stt.openedMs).toEqual([0]);
    expect(users(call)).toEqual([`user: ${QUESTION}`]);
  });

  it('is opened again with growing pauses, and given up in the end', async () => {
    const probe = await greeted();
    const call = await greeted({ stt: { downFromMs: probe.nowMs + 1000 } });
    call.say(QUESTION, 2000);
    await call.runUntil(() => call.of('hangup').length > 0);
    const attempts = call.stt.openedMs.slice(1);
    const pausesMs = attempts.map((atMs, index) => atMs - (attempts[index - 1] ?? probe.nowMs + 1000));
    expect(pausesMs).toHaveLength(3);
    expect(pausesMs[0]).toBeLessThanOrEqual(20);
    expect(pausesMs[1]).toBeGreaterThanOrEqual(250);
    expect(pausesMs[2]).toBeGreaterThanOrEqual(1000);
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'stt_error' }]);
  });

  it('goes on with the next one while the caller speaks', async () => {
    const probe = await greeted();
    const call = await greeted({ stt: { downFromMs: probe.nowMs + 600 }, nextTranscriber: {} });
    await call.hears(QUESTION, 2000, 3000);
    expect(warnings(call)).toEqual(['stt_reopened', 'stt_fallback']);
    expect(users(call)).toEqual([`user: ${QUESTION}`]);
  });

  it('is sent no more of the past than can still be replied to', async () => {
    const probe = await greeted();
    const call = await greeted({ stt: { failuresMs: [probe.nowMs + 14_000] } });
    call.say(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' '), 16_000);
    await call.run(14_100);
    const resent = call.stt.streams[1]!.framesWritten * 20;
    expect(resent).toBeGreaterThanOrEqual(9000);
    expect(resent).toBeLessThanOrEqual(10_200);
  });

  it('sends nothing again of a silence', async () => {
    const call = await greeted({ stt: { failuresMs: [8000] } });
    await call.run(8040 - call.nowMs);
    expect(call.stt.streams[1]!.framesWritten * 20).toBeLessThanOrEqual(400);
  });
});

describe('a recognizer that the host knows to be down', () => {
  it('is passed over', async () => {
    const breaker = {
      isOpen: (_role: string, name: string) => name === 'scripted-stt',
      failed: () => undefined,
      succeeded: () => undefined,
    };
    const call = await greeted({ breaker, nextTranscriber: {} });
    await call.hears(QUESTION, 2000, 3000);
    expect(call.stt.openedMs).toEqual([]);
    expect(users(call)).toEqual([`user: ${QUESTION}`]);
    expect(warnings(call)).toEqual(['stt_fallback']);
  });
});
