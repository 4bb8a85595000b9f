import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

async function greeted(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

async function endReason(call: TestCall): Promise<string | undefined> {
  await call.runUntil(() => call.of('hangup').length > 0);
  return call.of('hangup')[0]?.endReason;
}

const fault = () => new TypeError('undefined is not a function');

describe('an exception that no provider has thrown', () => {
  it("in the model's stream is ours", async () => {
    const call = await greeted({ llm: () => ({ error: fault() }) });
    call.say('can you hear me now please', 1000);
    expect(await endReason(call)).toBe('internal_error');
    expect(call.lines.at(-1)).toContain('technical difficulties');
    expect(call.of('warning')).toMatchObject([
      { message: 'An internal fault: undefined is not a function', stack: expect.stringContaining('own-faults') },
    ]);
  });

  it("in the recognizer's stream is ours, and opens no other one", async () => {
    const call = await greeted({ stt: { failuresMs: [2000], failure: fault() } });
    expect(await endReason(call)).toBe('internal_error');
    expect(call.stt.streams).toHaveLength(1);
  });

  it("in the synthesizer's stream is ours", async () => {
    const call = await TestCall.answered({ tts: { failure: fault } });
    expect(await endReason(call)).toBe('internal_error');
  });

  it('over what the model has called is ours', async () => {
    const call = await greeted({ llm: () => ({ text: 'Yes.', toolCalls: [null as never] }) });
    call.say('can you hear me now please', 1000);
    expect(await endReason(call)).toBe('internal_error');
  });

  it('of a listener to a turn ends the call, and nothing else', async () => {
    const call = await greeted();
    call.events.push = (...events) => {
      for (const event of events) if (event.type === 'turn') throw fault();
      return Array.prototype.push.apply(call.events, events);
    };
    call.say('can you hear me now please', 1000);
    expect(await endReason(call)).toBe('internal_error');
    await expect(call.finish()).resolves.toBeDefined();
  });
});
