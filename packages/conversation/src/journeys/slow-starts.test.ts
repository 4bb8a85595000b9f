import { FRAME_MS } from '@parley/audio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestCall } from '../testing/test-call.ts';

/** An agent that answers at length, without a pause, and a recognizer that is 250 ms late. */
async function spokenOver(): Promise<TestCall> {
  return TestCall.inReply({
    agent: { firstMessage: 'Hello.' },
    llm: () => 'a'.repeat(400),
    vad: { onsetMs: 60, hangoverMs: 60 },
    stt: { partialDelayMs: 250, finalDelayMs: 250 },
  });
}

/** Of one voice: so long, and so long a silence before it. */
interface Said {
  text: string;
  durationMs: number;
  restMs?: number;
}

/** When the agent's last sound ended after the caller's onset, and its longest silence until 2 s later. */
async function answerTo(...said: Said[]): Promise<{ lastMs: number; silentMs: number; isInterrupted: boolean }> {
  const call = await spokenOver();
  const startMs = call.nowMs;
  let atMs = 0;
  for (const { text, durationMs, restMs = 0 } of said) {
    call.say(text, durationMs, atMs + restMs);
    atMs += restMs + durationMs;
  }
  await call.run(atMs + 2000);
  const sent = call.sent.slice(startMs / FRAME_MS);
  const sounding = sent.slice(0, atMs / FRAME_MS).findLastIndex((frame) => frame !== null);
  let [silentMs, runMs] = [0, 0];
  for (const frame of sent) {
    runMs = frame === null ? runMs + FRAME_MS : 0;
    silentMs = Math.max(silentMs, runMs);
  }
  const isInterrupted = call.turns.some((turn) => turn.role === 'agent' && turn.interrupted);
  return { lastMs: (sounding + 1) * FRAME_MS, silentMs, isInterrupted };
}

const frames = (leastMs: number, mostMs: number): fc.Arbitrary<number> =>
  fc.integer({ min: leastMs / FRAME_MS, max: mostMs / FRAME_MS }).map((count) => count * FRAME_MS);

describe('a slow start over the agent', () => {
  it('is none when a listener hums first, or comes back later: the agent goes on', async () => {
    const first = fc.constantFrom(['mhm', 320], ['uh-huh', 320], ['okay', 600]);
    const again = fc.constantFrom('okay', 'right', 'mhm');
    await fc.assert(
      fc.asyncProperty(first, again, frames(240, 320), async ([text, restMs], second, durationMs) => {
        const heard = await answerTo(
          { text: text as string, durationMs: 300 },
          { text: second, durationMs, restMs: restMs as number },
        );
        expect(heard.silentMs).toBeLessThanOrEqual(200);
        expect(heard.isInterrupted).toBe(false);
      }),
      { numRuns: 12 },
    );
  });

  it('of an “um” stops the agent, which does not speak again while the caller does', async () => {
    const heard = await answerTo(
      { text: 'um', durationMs: 240 },
      { text: 'that does not', durationMs: 1500, restMs: 340 },
    );
    expect(heard.lastMs).toBeLessThanOrEqual(560);
    expect(heard.isInterrupted).toBe(true);
  });

  it('of a drawn-out “I” is spoken over for less than 900 ms', async () => {
    const heard = await answerTo({ text: 'I already have', durationMs: 1500 });
    expect(heard.lastMs).toBeLessThanOrEqual(880);
    expect(heard.isInterrupted).toBe(true);
  });
});
