// npm run bench:cut-words [-- --cuts 10 --worst 5]: how well the words of a cut clause are found in the audio of voices that
// do not tell them: docs/turn-taking.md.
import { parseArgs } from 'node:util';
import { SAMPLE_RATE_HZ } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { ClauseSound, packFor } from '@parley/conversation/testing';
import { BuiltinSpeech } from '@parley/providers';
import { cutsOf, type MeasuredClause, sentWords } from './cut-words/cuts.ts';
import { labelledSpeech, wordsOf } from './cut-words/labelled-speech.ts';
import { builtinRequests, type MeasuredPart, measuredRequests } from './cut-words/requests.ts';

const { values } = parseArgs({
  options: {
    /** Of each clause. */
    cuts: { type: 'string', default: '6' },
    /** So many wrong texts are listed, of what may be seen. */
    worst: { type: 'string', default: '0' },
    /** The vendor has sent so much more than was played, not all of it. */
    'ahead-ms': { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const POSITIONS_PER_MS = SAMPLE_RATE_HZ / 1000;

async function builtinClauses(speech: BuiltinSpeech, part: MeasuredPart): Promise<MeasuredClause[]> {
  const clauses: MeasuredClause[] = [];
  for (const { voice, text } of builtinRequests(part)) {
    const request = { text, voice, language: 'en-US', signal: new AbortController().signal };
    const samples: number[] = [];
    const words: MeasuredClause['words'] = [];
    for await (const chunk of speech.speak(request)) {
      samples.push(...chunk.samples);
      for (const { text: name, ...span } of chunk.words ?? []) words.push({ name, ...span });
    }
    clauses.push({ language: 'en', voice: `flite ${voice}`, text, samples: Int16Array.from(samples), words });
  }
  return clauses;
}

const clausesOf = (part: MeasuredPart): MeasuredClause[] =>
  [...measuredRequests(part)].flatMap(([language, requests]) =>
    labelledSpeech(requests).map(({ request: { synthesizer, voice, text }, samples, words }) => ({
      ...{ language, voice: `${synthesizer} ${voice}`, text, samples, words },
    })),
  );

/** What the product takes for sent, with the spelling of the language or without: then by characters alone. */
function textSent({ language, text, samples }: MeasuredClause, sentMs: number, isRead: boolean): string {
  const spelling = isRead ? packFor(language).spelling : undefined;
  const clause = new ClauseSound(text, SAMPLE_RATE_HZ, { spelling });
  const sent = Math.round(sentMs * POSITIONS_PER_MS);
  const aheadMs = values['ahead-ms'];
  if (aheadMs === undefined) {
    clause.append({ samples });
    clause.complete();
  } else clause.append({ samples: samples.slice(0, sent + Number(aheadMs) * POSITIONS_PER_MS) });
  return clause.textWithin(sent);
}

interface Tally {
  cuts: number;
  exact: number;
  near: number;
  byCharacters: number;
}

const speech = new BuiltinSpeech({ recognizes: false });
const tallies = new Map<string, Tally>();
const wrong: string[] = [];
for (const part of ['measured', 'unseen'] as const) {
  const random = seededRandom(part === 'measured' ? 7 : 8);
  for (const clause of [...clausesOf(part), ...(await builtinClauses(speech, part))])
    for (const sentMs of cutsOf(clause, Number(values.cuts), random)) {
      const { count, right } = sentWords(clause.words, sentMs);
      const text = textSent(clause, sentMs, true);
      const found = wordsOf(text).length;
      for (const key of [`${clause.language} ${part}`, `all ${part}`]) {
        const tally = tallies.get(key) ?? { cuts: 0, exact: 0, near: 0, byCharacters: 0 };
        tallies.set(key, tally);
        tally.cuts += 1;
        tally.exact += Number(right.has(found));
        tally.near += Number(Math.abs(found - count) <= 1);
        tally.byCharacters += Number(right.has(wordsOf(textSent(clause, sentMs, false)).length));
      }
      if (!right.has(found) && part === 'measured')
        wrong.push(
          `${clause.voice}: after ${Math.round(sentMs)} ms "${text}" instead of ${count} words of "${clause.text}"`,
        );
    }
}
await speech.close();
say('| language | cuts | exact | within a word | by characters |');
say('| --- | --- | --- | --- | --- |');
const share = (part: number, whole: number): string => (part / whole).toFixed(3);
for (const [key, { cuts, exact, near, byCharacters }] of tallies)
  say(`| ${key} | ${cuts} | ${share(exact, cuts)} | ${share(near, cuts)} | ${share(byCharacters, cuts)} |`);
for (const line of wrong.slice(0, Number(values.worst))) say(line);
