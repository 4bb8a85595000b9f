import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import { GAP_MS } from '../turns/end-of-turn.ts';

const QUESTION = 'I would like to book an appointment for Tuesday';

async function asked(options: TestCallOptions, text = QUESTION): Promise<TestCall> {
  const call = await TestCall.answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.hears(text, 2000, 0);
  await call.runUntil(() => call.of('latency').length > 0);
  return call;
}

/** From the last frame of the caller's voice to the first of the agent's, read off the audio. */
function measured(call: TestCall): number {
  const { endMs } = call.caller.spans.at(-1)!;
  return call.firstSentMs(endMs) - (endMs - 20);
}

describe('response', () => {
  it('takes the endpointing window and at most 35 ms with instant providers', async () => {
    const call = await asked({});
    expect(measured(call)).toBeGreaterThanOrEqual(100);
    expect(measured(call)).toBeLessThanOrEqual(GAP_MS + 35);
  });

  it('does so without speculation as well', async () => {
    const call = await asked({ agent: { turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: false } } });
    expect(measured(call)).toBeLessThanOrEqual(635);
  });

  it('does not pay for the onset and the hangover of the detector', async () => {
    const call = await asked({ vad: { onsetMs: 60, hangoverMs: 100 } });
    expect(measured(call)).toBeLessThanOrEqual(635);
    const turn = call.turns.find(({ role }) => role === 'user')!;
    const { startMs, endMs } = call.caller.spans.at(-1)!;
    expect(turn.startMs).toBe(startMs);
    expect(turn.endMs).toBe(endMs);
  });

  it('takes at most 620 ms with providers of 350, 375 and 100 ms, by speculation', async () => {
    const call = await asked({
      stt: { finalDelayMs: 350 },
      llm: () => ({ text: 'Tuesday it is. At what time?', delayMs: 375 }),
      tts: { delayMs: 100 },
    });
    expect(measured(call)).toBeLessThanOrEqual(620);
    const { responseMs, stages } = call.of('latency')[0]!;
    expect(stages.speculated).toBe(true);
    expect(Math.abs(stages.llmMs - 375)).toBeLessThanOrEqual(20);
    expect(Math.abs(stages.ttsMs - 100)).toBeLessThanOrEqual(20);
    expect(stages.modelStartMs).toBeLessThan(stages.endpointingMs);
    expect(stages.ttsStartMs).toBeGreaterThanOrEqual(stages.modelStartMs + stages.llmMs);
    expect(stages.ttsStartMs + stages.ttsMs).toBeLessThanOrEqual(responseMs);
  });

  it('is reported with the turn that it belongs to', async () => {
    const call = await asked({});
    await call.runUntilAgentIsSilent();
    const { responseMs, stages } = call.of('latency')[0]!;
    const agentTurns = call.turns.filter(({ role }) => role === 'agent');
    expect(agentTurns.map(({ response }) => response)).toEqual([undefined, { responseMs, stages }]);
  });

  it('hides the providers behind the window even when partials are late', async () => {
    const call = await asked({
      stt: { partialDelayMs: 350, finalDelayMs: 350 },
      llm: () => ({ text: 'Tuesday it is.', delayMs: 375 }),
      tts: { delayMs: 100 },
    });
    expect(measured(call)).toBeLessThanOrEqual(880);
  });

  it('is sooner after a clear question, later after an unfinished number', async () => {
    const question = await asked({}, 'can you do Tuesday instead?');
    expect(measured(question)).toBeLessThanOrEqual(385);
    const number = await asked({}, 'my number is two oh two five');
    expect(measured(number)).toBeGreaterThanOrEqual(1200);
    expect(measured(number)).toBeLessThanOrEqual(2535);
  });

  it('is reported as it was heard', async () => {
    const call = await asked({ llm: () => ({ text: 'Fine.', delayMs: 800 }) });
    expect(call.of('latency')[0]!.responseMs).toBe(measured(call));
    expect((await call.finish()).latency.responseMs).toEqual([measured(call)]);
  });
});

describe('speculation', () => {
  it('is thrown away when the caller goes on, and never heard', async () => {
    const call = await TestCall.answered({
      llm: (messages) => `You said ${(messages.at(-1) as { text: string }).text.split(' ').length} words.`,
    });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    await call.hears('I would like to book a table', 1000, 300);
    await call.hears('for two people', 800, 4000);
    expect(call.llm.requests.length).toBeGreaterThanOrEqual(2);
    expect(call.lines.slice(1)).toEqual([
      'user: I would like to book a table for two people',
      'agent: You said 10 words.',
    ]);
    expect(call.tts.requests).toContain('You said 7 words.');
  });

  it('asks the model once when the final text sounds like the partial one', async () => {
    const call = await TestCall.answered();
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    await call.hears(QUESTION, 2000, 1500);
    expect(call.llm.requests).toHaveLength(1);
  });

  it('does not run the tools of a reply that is not heard', async () => {
    const ran: string[] = [];
    const call = await TestCall.answered({
      agent: { tools: [{ name: 'book', description: '', parameters: {} }] },
      llm: (messages) =>
        messages.at(-1)!.role === 'tool'
          ? 'Booked.'
          : { toolCalls: [{ id: '1', name: 'book', arguments: { for: (messages.at(-1) as { text: string }).text } }] },
      runTool: async (tool) => {
        ran.push(String(tool.arguments.for));
        return 'ok';
      },
    });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    await call.hears('I would like to book a table', 1000, 300);
    await call.hears('for two people', 1000, 3000);
    expect(ran).toEqual(['I would like to book a table for two people']);
  });
});
