import { existsSync, readFileSync } from 'node:fs';
import type { PackTag } from '../../languages/packs.ts';
import { type CorpusTurn, hashOf, readTurn, sectionsOf, spokenText } from './corpus.ts';

/** Sentences that are made of a line of a grammar, unless it has fewer. */
const EACH = 10;

/** A line that names what "$name" stands for: alternatives between slashes. */
const RULE = /^\$(\w+) = (.*)$/;

/**
 * The turns that the grammar of a language makes: its lines are those of a corpus, in which "$name" stands for one of the
 * alternatives of a rule and "{one/another}" for one of these. Rules above the first heading hold everywhere, others in their
 * section. None where the language has no grammar.
 */
export function generatedTurns(tag: PackTag): CorpusTurn[] {
  const file = new URL(`../corpus/${tag}.grammar.txt`, import.meta.url);
  if (!existsSync(file)) return [];
  const [general, ...sections] = sectionsOf(readFileSync(file, 'utf8'));
  const everywhere = rulesOf(general!.lines);
  const made = new Map<string, CorpusTurn>();
  for (const { domain, lines } of sections) {
    const rules = new Map([...everywhere, ...rulesOf(lines)]);
    for (const line of lines.filter((each) => !RULE.test(each)))
      for (let time = 0; time < EACH; time += 1) {
        const turn = readTurn(tag, expanded(line, rules, `${time}`), domain, 'generated');
        made.set(`${turn.question}\n${spokenText(turn)}`, turn);
      }
  }
  return [...made.values()];
}

type Rules = ReadonlyMap<string, readonly string[]>;

const rulesOf = (lines: readonly string[]): [string, string[]][] =>
  lines.flatMap((line): [string, string[]][] => {
    const [, name, alternatives] = RULE.exec(line) ?? [];
    return name === undefined ? [] : [[name, alternatives!.split(' / ')]];
  });

/** What may be chosen, innermost first: "{red/blue}" or "$colour". */
const CHOICE = /\{([^{}]*)\}|\$(\w+)/;

function expanded(line: string, rules: Rules, seed: string): string {
  let text = line;
  for (let step = 0; ; step += 1) {
    const found = CHOICE.exec(text);
    if (!found) return tidied(text);
    const alternatives = found[1]?.split('/') ?? rules.get(found[2]!);
    if (!alternatives) throw new Error(`the grammar has no rule for ${found[0]}`);
    const chosen = alternatives[hashOf(`${seed} ${step} ${line}`) % alternatives.length]!.trim();
    text = text.slice(0, found.index) + chosen + text.slice(found.index + found[0].length);
  }
}

/** Where an alternative was empty, no pause is left of it. */
const tidied = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[|~] (?=[|~])/g, '')
    .replace(/^[|~] | ?[|~] ?(?=[.?]?$)/g, '')
    .replace(/ ([.,?!])/g, '$1');
