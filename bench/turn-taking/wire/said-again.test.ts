import { expect, it } from 'vitest';
import type { ServedClause } from '../agent/agent-voice.ts';
import { saidAgain } from './said-again.ts';

const clause = (text: string, atMs: number): ServedClause => ({ text, atMs, samples: new Int16Array(0), words: [] });
const question = 'Is that right?';
const replies = [
  { text: `We open at nine. ${question}`, atMs: 1000 },
  { text: `It is red. ${question}`, atMs: 9000 },
  { text: `${question} It is blue, and small.`, atMs: 19_000 },
];

it('puts what the service had kept where it belongs in the reply', () => {
  const served = [
    clause('Hello.', 0),
    clause('We open at nine.', 1000),
    clause(question, 1020),
    clause('It is red.', 9000),
    clause('It is blue,', 19_010),
    clause('and small.', 19_020),
  ];
  expect(saidAgain(served, [], replies, []).map(({ text, atMs }) => [text, atMs])).toEqual([
    ['Hello.', 0],
    ['We open at nine.', 1000],
    [question, 1020],
    ['It is red.', 9000],
    [question, 9000],
    [question, 19_000],
    ['It is blue,', 19_010],
    ['and small.', 19_020],
  ]);
});

it('knows what earlier calls have heard', () => {
  const said = saidAgain([clause('It is red.', 9000)], [clause(question, 77_000)], [replies[1]!], []);
  expect(said.map(({ text, atMs }) => [text, atMs])).toEqual([
    ['It is red.', 9000],
    [question, 9000],
  ]);
});

it('knows lines of the agent by its transcript', () => {
  const turns = [
    { role: 'agent', text: 'Sorry?', startMs: 5000 },
    { role: 'agent', text: 'Sorry?', startMs: 15_000 },
    { role: 'user', text: 'Sorry?', startMs: 17_000 },
  ] as const;
  const said = saidAgain([clause('Sorry?', 4900)], [], [], turns);
  expect(said.map(({ text, atMs }) => [text, atMs])).toEqual([
    ['Sorry?', 4900],
    ['Sorry?', 14_000],
  ]);
});

it('adds nothing beside what was served in other pieces', () => {
  const served = [clause('We open', 1000), clause('at nine.', 1010), clause(question, 1020)];
  expect(saidAgain(served, [clause('We open at nine.', 5)], [replies[0]!], [])).toEqual(served);
});
