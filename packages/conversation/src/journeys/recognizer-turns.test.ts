import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const QUESTION = 'I would like a table for two';

async function asked(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered({ stt: { capabilities: { endOfTurn: 'likely' } }, ...options });
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.hears(QUESTION, 1400, 0);
  return call;
}

const tell = (call: TestCall, stage: 'likely' | 'resumed' | 'over') =>
  call.stt.streams[0]!.tell({ type: 'turn', stage });

describe("a recognizer's own end of turn", () => {
  it('ends the turn at once', async () => {
    const call = await asked();
    const { endMs } = call.caller.spans.at(-1)!;
    await call.run(200);
    tell(call, 'over');
    await call.runUntilAgentSpeaks();
    expect(call.nowMs - endMs).toBeLessThanOrEqual(260);
    expect(call.lines.at(-1)).toBe(`user: ${QUESTION}`);
    expect(call.of('latency')[0]!.stages.endpointingMs).toBeLessThanOrEqual(220);
  });

  it('ends it once: nothing of it is left for the next one', async () => {
    const call = await asked({ stt: { capabilities: { endOfTurn: 'over' }, finalDelayMs: 900 } });
    await call.run(150);
    tell(call, 'over');
    await call.run(3000);
    await call.hears('and a chair for the baby', 1200, 300);
    tell(call, 'over');
    await call.run(3000);
    expect(call.lines.filter((line) => line.startsWith('user'))).toEqual([
      `user: ${QUESTION}`,
      'user: and a chair for the baby',
    ]);
  });

  it('is prepared for when it is likely, and the words are there sooner', async () => {
    const llm = () => ({ text: 'For two, of course.', delayMs: 400 });
    const call = await asked({ llm });
    tell(call, 'likely');
    await call.run(100);
    expect(call.llm.requests).toHaveLength(1);
    await call.run(200);
    tell(call, 'over');
    await call.runUntilAgentSpeaks();
    expect(call.of('latency')[0]!.stages.speculated).toBe(true);
    expect(call.of('latency')[0]!.responseMs).toBeLessThanOrEqual(500);
    expect(call.llm.requests).toHaveLength(1);
  });

  it('is thrown away when the caller goes on', async () => {
    const call = await asked({ stt: { capabilities: { endOfTurn: 'likely' }, partialDelayMs: 0 } });
    tell(call, 'likely');
    await call.run(60);
    tell(call, 'resumed');
    await call.hears('or rather for three', 1000, 100);
    tell(call, 'over');
    await call.run(2000);
    expect(call.lines.slice(1)).toEqual([`user: ${QUESTION} or rather for three`, 'agent: I see.']);
    expect(call.llm.requests).toHaveLength(2);
  });

  it('is left to it: a pause in a sentence is not cut into pieces', async () => {
    const call = await asked({ stt: { capabilities: { endOfTurn: 'over' } } });
    await call.run(1000);
    expect(call.stt.streams[0]!.finalizeCount).toBe(0);
    await call.hears('on Friday evening', 1000, 200);
    tell(call, 'over');
    await call.run(1000);
    expect(call.stt.streams[0]!.finalizeCount).toBe(0);
    expect(call.lines.slice(1)).toEqual([`user: ${QUESTION} on Friday evening`, 'agent: I see.']);
  });

  it('is not waited for longer than for the end of an unfinished sentence', async () => {
    const call = await asked({ stt: { capabilities: { endOfTurn: 'over' } } });
    const { endMs } = call.caller.spans.at(-1)!;
    await call.runUntilAgentSpeaks();
    expect(call.stt.streams[0]!.finalizeCount).toBe(1);
    expect(call.nowMs - endMs).toBeGreaterThan(1100);
    expect(call.nowMs - endMs).toBeLessThanOrEqual(1500);
  });

  it('is not waited for when its words came because they were asked for', async () => {
    const call = await TestCall.answered({ stt: { capabilities: { endOfTurn: 'over' }, partialDelayMs: null } });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    const { endMs } = await call.hears('yes please', 600, 0);
    await call.runUntilAgentSpeaks();
    expect(call.nowMs - endMs).toBeLessThanOrEqual(700);
  });

  it('is not left to one that has no such judgement', async () => {
    const call = await asked({ stt: { capabilities: { endOfTurn: 'none' } } });
    await call.run(300);
    expect(call.stt.streams[0]!.finalizeCount).toBe(1);
  });

  it('means nothing without words', async () => {
    const call = await asked();
    await call.run(4000);
    const said = call.lines.length;
    call.say(null, 1000);
    await call.run(300);
    tell(call, 'over');
    await call.run(500);
    expect(call.lines).toHaveLength(said);
  });

  it('is not needed: a silence ends a turn as well', async () => {
    const call = await asked();
    await call.run(2000);
    expect(call.lines.slice(1)).toEqual([`user: ${QUESTION}`, 'agent: I see.']);
  });

  it('that comes late does not end what the caller has begun anew', async () => {
    const call = await asked();
    await call.run(400);
    call.say('for tomorrow night at eight', 1200);
    await call.run(120);
    tell(call, 'over');
    await call.run(4000);
    expect(call.lines.slice(1)).toEqual([`user: ${QUESTION} for tomorrow night at eight`, 'agent: I see.']);
  });
});

describe('a language that the recognizer tells', () => {
  it('is passed on', async () => {
    const call = await asked();
    call.stt.streams[0]!.tell({ type: 'language', language: 'es-MX' });
    await call.run(40);
    expect(call.of('language')).toEqual([{ type: 'language', language: 'es-MX' }]);
  });
});
