import { FRAME_MS } from '@parley/audio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranscriptTurn } from '../conversation-event.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import { letterOf } from '../testing/tone-text-to-speech.ts';

const OPENING = 'Hello Alex Morgan, this is Ava from Riverside Dental. Is that you?';
/** Sound shorter than this is no word, and may belong to no turn. */
const SHORTEST_WORD_MS = 200;
const TOLERANCE_MS = 60;

interface Stretch {
  startMs: number;
  endMs: number;
}

/** Runs of frames with audio. */
function stretchesOf(sent: readonly (Int16Array | null)[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, frame] of sent.entries()) {
    if (!frame) continue;
    const last = stretches.at(-1);
    if (last?.endMs === index * FRAME_MS) last.endMs += FRAME_MS;
    else stretches.push({ startMs: index * FRAME_MS, endMs: (index + 1) * FRAME_MS });
  }
  return stretches;
}

/** What is left of a stretch when the turns that claim it are taken away. */
function unclaimed(stretch: Stretch, turns: readonly TranscriptTurn[]): Stretch[] {
  return turns.reduce(
    (rest: Stretch[], { startMs, endMs }) =>
      rest.flatMap((part) =>
        [
          { startMs: part.startMs, endMs: Math.min(part.endMs, startMs - TOLERANCE_MS) },
          { startMs: Math.max(part.startMs, endMs + TOLERANCE_MS), endMs: part.endMs },
        ].filter((left) => left.endMs > left.startMs),
      ),
    [stretch],
  );
}

/** Without the second half of the last word: a word counts of which more than half was sent. */
const surelySent = (text: string): string =>
  text.replace(/\S+$/, (last) => last.slice(0, Math.ceil(last.length / 2))).replace(/[\s…']/g, '');

/** Whether the letters of a turn were sent in its time and in this order. */
function wasSent(call: TestCall, { text, startMs, endMs }: TranscriptTurn): boolean {
  const frames = call.sent.slice(startMs / FRAME_MS, endMs / FRAME_MS);
  const sounds = frames.map((frame) => (frame ? letterOf(frame) : ''));
  let at = 0;
  for (const letter of surelySent(text)) {
    at = sounds.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function expectTruth(call: TestCall, turns: readonly TranscriptTurn[]): void {
  const agents = turns.filter(({ role }) => role === 'agent');
  for (const stretch of stretchesOf(call.sent))
    for (const { startMs, endMs } of unclaimed(stretch, agents))
      expect(endMs - startMs, `unclaimed ${startMs}–${endMs}`).toBeLessThan(SHORTEST_WORD_MS);
  for (const turn of agents) {
    const { text, startMs, endMs, generatedText } = turn;
    expect(call.sent[startMs / FRAME_MS], `${text} begins with silence`).not.toBeNull();
    expect(call.sent[endMs / FRAME_MS - 1], `${text} ends with silence`).not.toBeNull();
    expect(wasSent(call, turn), `"${text}" was not sent`).toBe(true);
    if (text.endsWith('…')) expect(generatedText).toBeTruthy();
  }
}

const LONG_WORD = 'Congratulations, Alex Morgan.';

describe('an opening that is cut in its first word', () => {
  const cutAfter = async (afterMs: number, options: TestCallOptions = {}): Promise<TestCall> => {
    const call = await TestCall.answered({ agent: { firstMessage: LONG_WORD }, ...options });
    await call.run(afterMs);
    call.conversation.dtmf('1');
    await call.run(2000);
    return call;
  };

  it.each([false, true])('is filed as far as it was sent (words timed: %s)', async (withWords) => {
    const call = await cutAfter(200, { tts: { withWords } });
    const [heard] = call.turns.filter(({ role }) => role === 'agent');
    expect(heard).toMatchObject({ text: 'Congr…', startMs: 0, interrupted: true, generatedText: LONG_WORD });
    expectTruth(call, call.turns);
  });

  it('is not filed when it was too short to be understood', async () => {
    const call = await cutAfter(60);
    expect(call.lines).toEqual(['user: [keys: 1]', 'agent: I see.']);
  });
});

describe('what the transcript says was heard', () => {
  const overlap = fc.record({
    text: fc.constantFrom(null, 'uh-huh', 'no', 'Thursday', 'no wait I need something else', 'and one more question'),
    afterMs: fc.integer({ min: 0, max: 100 }).map((frames) => frames * FRAME_MS),
    durationMs: fc.integer({ min: 1, max: 80 }).map((frames) => frames * FRAME_MS),
  });
  const line = fc.record({
    withWords: fc.boolean(),
    echo: fc.option(fc.record({ delayMs: fc.constantFrom(40, 100, 200), distorted: fc.boolean() }), { nil: null }),
    direction: fc.constantFrom('inbound' as const, 'outbound' as const),
    delayMs: fc.constantFrom(0, 300),
  });

  it('is what was sent, whatever overlaps it', async () => {
    await fc.assert(
      fc.asyncProperty(line, fc.array(overlap, { maxLength: 5 }), async (chosen, overlaps) => {
        const { withWords, echo, direction, delayMs } = chosen;
        const call = await TestCall.answered({
          agent: { firstMessage: OPENING, direction },
          llm: () => ({ text: 'We have three rooms left. Which one would you like?', delayMs }),
          tts: { withWords },
          stt: { partialDelayMs: 100, finalDelayMs: 200 },
          vad: { onsetMs: 60, hangoverMs: 100 },
          ...(echo && { echo }),
        });
        for (const { text, afterMs, durationMs } of overlaps) {
          await call.run(afterMs);
          call.say(text, durationMs);
        }
        await call.run(2000);
        expectTruth(call, (await call.finish()).turns);
      }),
      { numRuns: 30 },
    );
  });
});
