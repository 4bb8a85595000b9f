import { describe, expect, it } from 'vitest';
import { ENDINGS, runLossyCalls } from './testing/lossy-calls.ts';

const CALLS = 100;
const LOSS = 0.3;

describe.each(ENDINGS)('100 calls that lose three of ten datagrams each way, ended by the %s', (ending) => {
  it.each([
    ['without credentials', false],
    ['of a peer that wants credentials', true],
  ])('are over on both sides, and nearly all of them as they should be, %s', async (_name, isChallenged) => {
    const report = await runLossyCalls({ calls: CALLS, ending, loss: LOSS, isChallenged, seed: 7 });
    for (const events of [...report.outgoing, ...report.incoming]) {
      expect(events.filter((event) => event.type === 'ended')).toHaveLength(1);
      expect(events.at(-1)?.type).toBe('ended');
    }
    expect(report.pending).toBe(0);
    expect(report.outgoing).toHaveLength(CALLS);
    expect(report.asWanted).toBeGreaterThanOrEqual(CALLS * 0.97);
  });
});
