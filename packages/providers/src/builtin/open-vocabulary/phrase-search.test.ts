import fc from 'fast-check';
import { expect, it } from 'vitest';
import { likeliestPhrases, UNLIKE } from './phrase-search.ts';
import { phraseTree } from './phrase-tree.ts';

const [START, END] = [0, 1];
const tokensOf = (phrase: string): number[] => [...phrase].map((letter) => letter.charCodeAt(0));

/** A model whose next token depends on those before; counts how often it was asked. */
function modelOf(seed: number) {
  const asked: string[] = [];
  return {
    asked,
    step: async (token: number, before: string | null) => {
      const memory = `${before ?? ''}${String.fromCharCode(token)}`;
      asked.push(memory);
      const logShare = ([next]: readonly number[]) => -((seed * (memory.length + 3 * next!) + 7 * next!) % 60) / 10;
      return { logShare, memory };
    },
  };
}

async function likelihood(phrase: string, { step }: ReturnType<typeof modelOf>): Promise<number> {
  let [total, memory, token] = [0, null as string | null, START];
  for (const next of [...tokensOf(phrase), END]) {
    const { logShare, memory: after } = await step(token, memory);
    total += logShare([next]);
    [memory, token] = [after, next];
  }
  return total;
}

const phrases = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 12,
});

it('finds the likeliest phrase of each kind, as weighing each of them would', () =>
  fc.assert(
    fc.asyncProperty(phrases, phrases, fc.nat(1000), async (one, other, seed) => {
      const tree = phraseTree({ one, other }, tokensOf);
      const found = await likeliestPhrases({ tree, start: START, ends: [END], step: modelOf(seed).step });
      for (const [kind, all] of Object.entries({ one, other })) {
        const weights = await Promise.all(all.map((phrase) => likelihood(phrase, modelOf(seed))));
        const most = Math.max(...weights);
        const { text, logProbability } = found[kind as 'one'];
        expect(logProbability).toBeCloseTo(Math.max(most, UNLIKE));
        if (most > UNLIKE) expect(await likelihood(text, modelOf(seed))).toBeCloseTo(most);
        else expect(text).toBe('');
      }
    }),
  ));

it('asks for no beginning twice, and for none that cannot become the likeliest', async () => {
  const tree = phraseTree({ one: ['aa', 'ab', 'b'], other: ['aa', 'ba'] }, tokensOf);
  const { asked, step } = modelOf(0);
  // All that is heard is an "a", and the end.
  const sure = async (token: number, before: string | null) => {
    const { memory } = await step(token, before);
    return { memory, logShare: ([next]: readonly number[]) => (next === tokensOf('b')[0] ? UNLIKE - 1 : -1) };
  };
  const { one, other } = await likeliestPhrases({ tree, start: START, ends: [END], step: sure });
  expect([one, other]).toEqual([
    { text: 'aa', logProbability: -3 },
    { text: 'aa', logProbability: -3 },
  ]);
  expect(asked.map((memory) => memory.slice(1))).toEqual(['', 'a', 'aa']);
});
