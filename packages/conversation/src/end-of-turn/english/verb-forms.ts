import { IRREGULAR, type Valency, VERBS } from './verbs.ts';

export interface VerbForm {
  /** All that its base may want, sorted. */
  readonly valencies: readonly Valency[];
  readonly form: 'base' | 's' | 'past' | 'ing';
}

/** All forms of the verbs, by their spelling. */
export function verbForms(): ReadonlyMap<string, VerbForm> {
  const valencies = new Map<string, Set<Valency>>();
  for (const [valency, list] of Object.entries(VERBS) as [Valency, string][])
    for (const base of list.split(' ')) valencies.set(base, (valencies.get(base) ?? new Set()).add(valency));
  const irregular = new Map(IRREGULAR.split('|').map((line) => [line.split(' ')[0]!, line.split(' ').slice(1)]));
  const forms = new Map<string, VerbForm>();
  for (const [base, wants] of valencies) {
    const known = [...wants].sort();
    const others = irregular.get(base) ?? [];
    const add = (spelling: string, form: VerbForm['form']): void => {
      if (!forms.has(spelling)) forms.set(spelling, { valencies: known, form });
    };
    add(base, 'base');
    add(withS(base), 's');
    for (const other of others) add(other, other.endsWith('ing') ? 'ing' : 'past');
    if (!others.some((other) => !other.endsWith('ing'))) add(withEnding(base, 'ed'), 'past');
    if (!others.some((other) => other.endsWith('ing'))) add(withEnding(base, 'ing'), 'ing');
  }
  return forms;
}

const withS = (base: string): string => {
  if (/(?:s|sh|ch|x|z|o)$/u.test(base)) return `${base}es`;
  return /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
};

function withEnding(base: string, ending: 'ed' | 'ing'): string {
  if (ending === 'ed' && /[^aeiou]y$/u.test(base)) return `${base.slice(0, -1)}ied`;
  if (base.endsWith('ie') && ending === 'ing') return `${base.slice(0, -2)}ying`;
  return base.endsWith('e') && !base.endsWith('ee') ? base.slice(0, -1) + ending : base + ending;
}
