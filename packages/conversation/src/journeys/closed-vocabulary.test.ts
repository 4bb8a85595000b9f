import { describe, expect, it } from 'vitest';
import type { ScriptedSpeechToTextOptions } from '../testing/scripted-speech-to-text.ts';
import { TestCall } from '../testing/test-call.ts';

const STORY =
  'We have three rooms left. The first one looks at the garden, and it is quiet. The second one is larger. Which one would you like?';

/** The agent has been telling its story for a while to a recognizer that takes whatever it hears for what it expects. */
async function listening(
  judges: Pick<ScriptedSpeechToTextOptions, 'confidence' | 'interjection'> = {},
): Promise<TestCall> {
  const call = await TestCall.answered({
    agent: { firstMessage: STORY },
    vad: { onsetMs: 60, hangoverMs: 100 },
    stt: { capabilities: { closedVocabulary: true }, ...judges },
  });
  await call.run(1500);
  return call;
}

/** How long the agent is silent at a time, from `fromMs` on. */
function longestSilenceMs(call: TestCall, fromMs: number): number {
  const frames = call.sent.slice(fromMs / 20);
  const silences = frames.map((_, index) => frames.slice(index).findIndex((frame) => frame !== null));
  return 20 * Math.max(...silences);
}

describe('over the agent, where a recognizer knows few words', () => {
  it.each([
    ['two', 400],
    ['at the', 700],
    ['book a table', 740],
  ])('"%s" in a voice of %i ms is what a listener says', async (text, durationMs) => {
    const call = await listening();
    const { startMs } = await call.hears(text, durationMs, 2000);
    expect(longestSilenceMs(call, startMs)).toBeLessThanOrEqual(40);
    await call.runUntilAgentIsSilent();
    expect(call.turns.find(({ role }) => role === 'agent')).toMatchObject({ text: STORY, interrupted: false });
  });

  it.each([
    ['stop', 400],
    ['hold on', 500],
  ])('"%s" makes it silent, when it is final', async (text, durationMs) => {
    const call = await listening();
    const { endMs } = await call.hears(text, durationMs, 2500);
    const story = call.turns.find(({ role }) => role === 'agent')!;
    expect(story).toMatchObject({ interrupted: true });
    expect(story.endMs - endMs).toBeLessThanOrEqual(400);
    expect(call.lines).toContain(`user: ${text}`);
  });

  it('the recognizer learns what was said over the agent, and what to an agent that listens', async () => {
    const call = await listening();
    await call.hears('at the', 500, 2000);
    await call.runUntilAgentIsSilent();
    await call.hears('the larger one', 900, 2000);
    const { saidOver } = call.stt.streams[0]!;
    expect([saidOver.at(0), saidOver.at(-1)]).toEqual([{ overAgent: true }, { overAgent: false }]);
  });

  it('a voice as long as a sentence takes the turn, and is asked again when nothing of it is understood', async () => {
    const call = await listening();
    const { startMs, endMs } = call.say(null, 1500);
    await call.run(1500);
    expect(call.lastSentMs() - startMs).toBeLessThanOrEqual(960);
    await call.run(3000);
    await call.runUntilAgentIsSilent();
    expect(call.firstSentMs(endMs)).toBeGreaterThan(endMs);
    expect(call.lines.at(-1)).toBe("agent: Sorry, I didn't catch that. Could you say it again?");
  });

  it('a sentence that begins just behind the agent is no echo, on a line that has sent nothing back', async () => {
    const call = await TestCall.answered({
      vad: { onsetMs: 60, hangoverMs: 100 },
      stt: { capabilities: { closedVocabulary: true } },
      llm: () => STORY,
    });
    await call.runUntilAgentIsSilent();
    await call.hears('which rooms have you got', 1500, 0);
    await call.runUntilAgentSpeaks();
    const { endMs } = call.say(null, 1200, 200);
    await call.run(4000);
    await call.runUntilAgentIsSilent();
    expect(call.firstSentMs(endMs)).toBeGreaterThan(endMs);
    expect(call.lines.slice(-3)).toEqual([
      expect.stringMatching(/^agent: We have.* –$/),
      'user: ',
      "agent: Sorry, I didn't catch that. Could you say it again?",
    ]);
  });

  it('a sentence that sounds like a noise for a moment takes the turn as soon as any other', async () => {
    const call = await listening();
    const { startMs } = call.say(null, 1800);
    await call.run(400);
    call.vad.speech = 0.1;
    await call.run(40);
    call.vad.speech = 1;
    await call.run(1400);
    expect(call.lastSentMs() - startMs).toBeLessThanOrEqual(1020);
  });

  it('a noise that sounds like a voice for a moment does not', async () => {
    const call = await listening();
    call.vad.speech = 0.5;
    const { startMs } = call.say(null, 1800);
    await call.run(1100);
    call.vad.speech = 1;
    await call.run(200);
    call.vad.speech = 0.5;
    await call.run(800);
    expect(longestSilenceMs(call, startMs)).toBeLessThanOrEqual(40);
  });

  it.each([
    ['what demands it, when it is final', 'stop', 400, 400],
    ['its word, when it is final', 'no', 400, 400],
    ['its words, while it goes on', 'so could we do that another time then please', 2400, -600],
  ])('what sounds like a noise has the turn by %s: "%s"', async (_, text, durationMs, latestMs) => {
    const call = await listening({ confidence: (heard) => (heard === '' ? 0 : 0.7), interjection: (heard) => heard });
    call.vad.speech = 0.1;
    const { endMs } = await call.hears(text, durationMs, 2500);
    const story = call.turns.find(({ role }) => role === 'agent')!;
    expect(story).toMatchObject({ interrupted: true });
    expect(story.endMs - endMs).toBeLessThanOrEqual(latestMs);
    expect(call.lines).toContain(`user: ${text}`);
  });

  it('what sounds like a noise has not, where its words are a guess', async () => {
    const call = await listening({ confidence: () => 0.2, interjection: (heard) => heard });
    call.vad.speech = 0.1;
    const { startMs } = await call.hears('so could we do that another time', 1800, 2500);
    expect(longestSilenceMs(call, startMs)).toBeLessThanOrEqual(40);
  });

  it('a voice that pauses without a word is let go on', async () => {
    const call = await listening();
    call.say(null, 1000);
    const { startMs, endMs } = call.say(null, 1000, 1400);
    await call.run(4000);
    const during = call.sent.slice(startMs / 20, endMs / 20);
    expect(during.every((frame) => frame === null)).toBe(true);
    expect(call.firstSentMs(endMs)).toBeGreaterThan(endMs);
  });

  it('a short voice with words behind a question is the answer', async () => {
    const call = await TestCall.answered({
      agent: { firstMessage: 'Which one is it? The first one looks at the garden, and it is quiet.' },
      vad: { onsetMs: 60, hangoverMs: 100 },
      stt: { capabilities: { closedVocabulary: true } },
    });
    await call.run(1000);
    await call.hears('two', 400, 2500);
    expect(call.lines).toContain('user: two');
    expect(call.turns.find(({ role }) => role === 'agent')).toMatchObject({ interrupted: true });
  });
});

describe("in the caller's turn, where a recognizer knows what it expects", () => {
  it.each([
    ['what goes on as a rule', 0.02, 960],
    ['what ends there as often', 0.4, 0],
  ])('%s is waited for: %d → %i ms at least', async (_, probability, leastMs) => {
    const call = await TestCall.answered({
      vad: { onsetMs: 60, hangoverMs: 100 },
      stt: { capabilities: { closedVocabulary: true }, endsHere: () => probability },
    });
    await call.runUntilAgentIsSilent();
    const { endMs } = await call.hears('i need a table on friday', 1500, 2500);
    const waitedMs = call.firstSentMs(endMs) - endMs;
    expect(waitedMs).toBeGreaterThanOrEqual(leastMs);
    expect(waitedMs).toBeLessThanOrEqual(leastMs + 700);
  });
});
