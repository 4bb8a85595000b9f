import { decodeG711, encodeG711 } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { describe, expect, it } from 'vitest';
import { scoreCall } from './score.ts';
import { type SyntheticCall, syntheticCall, wordsFrom } from './synthetic-call.ts';
import { samplesOf } from './verdict.ts';

/** Ten seconds of each. */
const STORY = wordsFrom('story', 30);
const REPLY = wordsFrom('reply', 30);

const judge = (call: SyntheticCall) => scoreCall(syntheticCall(call)).verdicts[0]!;
/** The agent tells its story from 1 s on; the caller speaks 3.005 s into the recording. */
const over = (expects: 'yield' | 'go_on', durationMs = 1000) => ({ atMs: 3005, durationMs, expects });
const story = (untilMs: number) => ({ atMs: 1000, text: 0, fromMs: 0, untilMs });
const replyAt = (atMs: number) => ({ atMs, text: 1, fromMs: 0, untilMs: 3000 });

describe('an agent that is interrupted', () => {
  it.each([100, 400, 860])('ends its last word where it was cut: %i ms after the onset', (cutMs) => {
    const verdict = judge({
      texts: [STORY, REPLY],
      sent: [story(2005 + cutMs), replyAt(4500)],
      stimulus: over('yield'),
    });
    expect(verdict.outcome).toBe('passed');
    expect(verdict.figures.lastWord!).toBeGreaterThanOrEqual(cutMs - 40);
    expect(verdict.figures.lastWord!).toBeLessThanOrEqual(cutMs + 20);
    expect(Math.abs(verdict.figures.drop! - cutMs)).toBeLessThanOrEqual(40);
  });

  it('has ended its last word soon behind the words that interrupt, which came after what a listener says', () => {
    const { outcome, figures } = judge({
      texts: [STORY, REPLY],
      sent: [story(3205), replyAt(5500)],
      stimulus: { ...over('yield', 2000), parts: 2, secondPartMs: 800 },
    });
    expect(outcome).toBe('passed');
    expect(figures.lastWord! - figures.lastWordOfClaim!).toBe(800);
    expect(Math.abs(figures.lastWordOfClaim! - 400)).toBeLessThanOrEqual(40);
  });

  it('is quieter where it was ducked, long before its last word', () => {
    const { outcome, figures } = judge({
      texts: [STORY, REPLY],
      sent: [story(2065), { atMs: 3065, text: 0, fromMs: 2065, untilMs: 2500, gainDb: -12 }, replyAt(4500)],
      stimulus: over('yield'),
    });
    expect(outcome).toBe('passed');
    expect(figures.drop!).toBeGreaterThanOrEqual(40);
    expect(figures.drop!).toBeLessThanOrEqual(80);
    expect(figures.lastWord!).toBeGreaterThan(300);
  });

  it('has ended its last word though its next reply begins with the word that would have come', () => {
    const { outcome, figures } = judge({
      texts: [STORY, `story6 ${REPLY}`],
      sent: [story(2340), { atMs: 4500, text: 1, fromMs: 0, untilMs: 3000 }],
      stimulus: over('yield'),
    });
    expect(outcome).toBe('passed');
    expect(figures.lastWord!).toBeLessThanOrEqual(400);
  });

  it('is not quieter by a duck of 3 dB', () => {
    const { figures } = judge({
      texts: [STORY, REPLY],
      sent: [story(2065), { atMs: 3065, text: 0, fromMs: 2065, untilMs: 2700, gainDb: -3 }, replyAt(4500)],
      stimulus: over('yield'),
    });
    expect(figures.drop!).toBeGreaterThan(600);
  });

  it('fails when it goes on', () => {
    expect(judge({ texts: [STORY], sent: [story(9000)], stimulus: over('yield') }).outcome).toBe('failed');
  });

  it('fails when it falls silent and goes on with the same words after a while', () => {
    const sent = [story(2100), { atMs: 3700, text: 0, fromMs: 2100, untilMs: 9000 }];
    expect(judge({ texts: [STORY], sent, stimulus: over('yield') }).outcome).toBe('failed');
  });

  it('fails when it replies before the caller is done', () => {
    const { outcome, reason } = judge({
      texts: [STORY, REPLY],
      sent: [story(2300), replyAt(3700)],
      stimulus: over('yield'),
    });
    expect(outcome).toBe('failed');
    expect(reason).toContain('before the caller was done');
  });

  it('does not count when it was silent, or had just ended', () => {
    const texts = [wordsFrom('short', 6)];
    expect(judge({ texts, sent: [story(2040)], stimulus: { ...over('yield'), atMs: 6000 } }).outcome).toBe('void');
    expect(judge({ texts, sent: [story(2040)], stimulus: { ...over('yield'), atMs: 2900 } }).outcome).toBe('void');
  });

  it('is given more time by those who say "um" first', () => {
    const call: SyntheticCall = {
      texts: [STORY, REPLY],
      sent: [story(3800), replyAt(6500)],
      stimulus: over('yield', 2500),
    };
    expect(judge(call).outcome).toBe('failed');
    expect(judge({ ...call, stimulus: { ...call.stimulus, parts: 2 } }).outcome).toBe('passed');
  });
});

describe('an agent that is to go on', () => {
  const passes = (sent: SyntheticCall['sent'], texts = [STORY, REPLY]) =>
    judge({ texts, sent, stimulus: over('go_on', 500) });
  /** Goes on after a silence, with the words from there or from elsewhere. */
  const after = (silenceMs: number, fromMs = 2310, gainDb = 0) => [
    story(2310),
    { atMs: 3310 + silenceMs, text: 0, fromMs, untilMs: 9000, gainDb },
  ];

  it('passes when it does', () => {
    expect(passes([story(10_000)])).toMatchObject({ outcome: 'passed', figures: { gap: 0 } });
  });

  it('is allowed a silence of 200 ms, and none of 300', () => {
    expect(passes(after(180)).outcome).toBe('passed');
    const { outcome, reason } = passes(after(300));
    expect(outcome).toBe('failed');
    expect(reason).toMatch(/^fell silent for (280|300) ms/);
  });

  it.each([2260, 2300, 2320, 2400])('may stop short twice in a row, and go on a little before, at %i ms', (stopMs) => {
    const { outcome, reason } = passes([
      story(stopMs),
      { atMs: 1100 + stopMs, text: 0, fromMs: stopMs - 20, untilMs: stopMs + 60 },
      { atMs: 1280 + stopMs, text: 0, fromMs: stopMs + 40, untilMs: 9000 },
    ]);
    expect([outcome, reason]).toEqual(['passed', '']);
  });

  it('may be 12 dB quieter, and not 20', () => {
    expect(passes(after(0, 2310, -12)).outcome).toBe('passed');
    expect(passes(after(0, 2310, -20)).reason).toContain('hardly to be heard');
  });

  it('fails when it leaves words out', () => {
    expect(passes(after(0, 2720)).reason).toMatch(/left out/);
  });

  it('fails when it says words again', () => {
    expect(passes(after(100, 2040)).reason).toMatch(/again/);
  });

  it('fails when it stops', () => {
    expect(passes([story(2300)]).outcome).toBe('failed');
  });

  it('fails when it replies', () => {
    expect(passes([story(2300), replyAt(4000)]).outcome).toBe('failed');
    expect(passes([story(2310), replyAt(3320)]).reason).toContain('replied to it');
  });

  it('fails when it sends what was never served', () => {
    const call = syntheticCall({ texts: [STORY], sent: [story(9000)], stimulus: over('go_on', 500) });
    const random = seededRandom(5);
    for (let at = samplesOf(3300); at < samplesOf(3600); at += 1) call.agent[at] = (random() - 0.5) * 8000;
    expect(scoreCall(call).verdicts[0]!.reason).toContain('never served');
  });

  it('passes over pauses of its own', () => {
    const sentences = STORY.replace('story4', 'story4.').replace('story6', 'story6.');
    expect(passes([story(10_000)], [sentences]).outcome).toBe('passed');
    const held = [story(2300), { atMs: 3900, text: 0, fromMs: 2300, untilMs: 9000 }];
    expect(passes(held, [sentences]).outcome).toBe('failed');
  });

  it('is known behind the µ-law of a telephone', () => {
    const call = syntheticCall({ texts: [STORY], sent: after(180, 2310, -9), stimulus: over('go_on', 500) });
    call.agent.set(decodeG711('PCMU', encodeG711('PCMU', call.agent), new Int16Array(call.agent.length)));
    const { outcome, figures } = scoreCall(call).verdicts[0]!;
    expect(outcome).toBe('passed');
    // Frames that are silent in part are not counted.
    expect([160, 180]).toContain(figures.gap);
  });
});

describe('an agent that has the caller speak into its silence', () => {
  const floor = (expects: 'wait' | 'reply', replyMs: number) =>
    judge({
      texts: [wordsFrom('question', 3), REPLY],
      sent: [{ atMs: 500, text: 0, fromMs: 0, untilMs: 1000 }, replyAt(replyMs)],
      stimulus: { atMs: 3000, durationMs: 2000, expects },
    });

  it.each([300, 440, 1000])('replies %i ms after the last sample', (responseMs) => {
    const { outcome, figures } = floor('reply', 5000 + responseMs);
    expect(outcome).toBe('passed');
    expect(figures.response).toBe(responseMs);
  });

  it('fails when it speaks into a pause', () => {
    expect(floor('wait', 4200).outcome).toBe('failed');
    expect(floor('reply', 4200).outcome).toBe('failed');
    expect(floor('wait', 5300).outcome).toBe('passed');
  });
});

describe('the transcript of a cut turn', () => {
  const turn = (text: string) => ({ role: 'agent' as const, text, startMs: 1000, endMs: 3000, interrupted: true });
  const written = (text: string, cutMs: number) =>
    scoreCall(syntheticCall({ texts: [STORY], sent: [story(cutMs)], stimulus: over('yield'), turns: [turn(text)] }))
      .cutTurns[0]!;

  it('has the words of which more than half was sent', () => {
    // The fifth word is from 1360 to 1660 ms.
    expect(written(wordsFrom('story', 5), 1360 + 180).isExact).toBe(true);
    expect(written(wordsFrom('story', 4), 1360 + 180).isExact).toBe(false);
    expect(written(wordsFrom('story', 4), 1360 + 100).isExact).toBe(true);
    expect(written(wordsFrom('story', 5), 1360 + 100).isExact).toBe(false);
  });

  it('may have a word or not that was cut in its middle', () => {
    expect(written(wordsFrom('story', 5), 1360 + 150).isExact).toBe(true);
    expect(written(wordsFrom('story', 4), 1360 + 150).isExact).toBe(true);
  });

  it('may end with a beginning that says it is one', () => {
    expect(written(`${wordsFrom('story', 4)} sto…`, 1360 + 100).isExact).toBe(true);
  });
});
