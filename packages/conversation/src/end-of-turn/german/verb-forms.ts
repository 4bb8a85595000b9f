import { folded } from '../../languages/fold.ts';
import { INSEPARABLE, IRREGULAR, PARTICLES, type Valency, VERBS } from './verbs.ts';

/** All that a spelling may be. */
export interface VerbForm {
  readonly isFinite: boolean;
  readonly isInfinitive: boolean;
  readonly isParticiple: boolean;
  /** "anzurufen". */
  readonly hasTo: boolean;
  readonly valencies: readonly Valency[];
}

const listOf = (list: string): string[] => folded(list).split(' ');
const particles = listOf(PARTICLES).sort((one, other) => other.length - one.length);
const inseparable = listOf(INSEPARABLE);
export const PARTICLE_WORDS: ReadonlySet<string> = new Set(particles);

interface Known {
  isFinite: boolean;
  isInfinitive: boolean;
  isParticiple: boolean;
  valencies: Set<Valency>;
}

/** What a word is as a form of a verb, with or without a prefix; null: it is none that is known. */
export function verbFormOf(word: string): VerbForm | null {
  return simple(word) ?? inseparableForm(word) ?? separableForm(word) ?? borrowedForm(word);
}

function simple(word: string): VerbForm | null {
  const form = known.get(word);
  return form ? { ...form, valencies: [...form.valencies].sort(), hasTo: false } : null;
}

/** "verschoben": the participle has no "ge". */
function inseparableForm(word: string): VerbForm | null {
  for (const prefix of inseparable) {
    if (!word.startsWith(prefix) || word.length < prefix.length + 3) continue;
    const rest = word.slice(prefix.length);
    const [form, participle] = [known.get(rest), known.get(`ge${rest}`)];
    if (!form && !participle?.isParticiple) continue;
    return {
      isFinite: form?.isFinite ?? false,
      isInfinitive: form?.isInfinitive ?? false,
      isParticiple: participle?.isParticiple ?? false,
      hasTo: false,
      valencies: ['object'],
    };
  }
  return null;
}

/** "abgeholt", "abzuholen", "abholen", and "abhole" at the end of a clause. */
function separableForm(word: string): VerbForm | null {
  for (const prefix of particles) {
    if (!word.startsWith(prefix) || word.length < prefix.length + 4) continue;
    const rest = word.slice(prefix.length);
    const withTo = rest.startsWith('zu') ? (simple(rest.slice(2)) ?? inseparableForm(rest.slice(2))) : null;
    if (withTo?.isInfinitive) return { ...withTo, isFinite: false, isParticiple: false, hasTo: true };
    const form = simple(rest) ?? inseparableForm(rest);
    if (form) return form;
  }
  return null;
}

const BORROWED = /^.{2,}ier(?:(en)|(t)|e|st|te|ten)$/u;

/** "reservieren", "reserviert". */
function borrowedForm(word: string): VerbForm | null {
  const [found, infinitive, third] = BORROWED.exec(word) ?? [];
  if (found === undefined) return null;
  const isInfinitive = infinitive !== undefined;
  return { isFinite: true, isInfinitive, isParticiple: third !== undefined, hasTo: false, valencies: ['object'] };
}

function simpleForms(): Map<string, Known> {
  const forms = new Map<string, Known>();
  const add = (word: string, form: Partial<Known>, valencies: readonly Valency[]): void => {
    const before = forms.get(word) ?? {
      isFinite: false,
      isInfinitive: false,
      isParticiple: false,
      valencies: new Set(),
    };
    for (const valency of valencies) before.valencies.add(valency);
    forms.set(word, Object.assign(before, form));
  };
  const wants = new Map<string, Valency[]>();
  for (const [valency, list] of Object.entries(VERBS) as [Valency, string][])
    for (const verb of listOf(list)) wants.set(verb, [...(wants.get(verb) ?? []), valency]);
  for (const line of folded(IRREGULAR).split('|')) {
    const [verb = '', ...others] = line.split(' ');
    const valencies = wants.get(verb) ?? ['object'];
    wants.set(verb, valencies);
    for (const other of others) {
      if (other.startsWith('=')) add(other.slice(1), { isParticiple: true }, valencies);
      else add(other, { isFinite: true }, valencies);
    }
  }
  for (const [verb, valencies] of wants) {
    add(verb, { isFinite: true, isInfinitive: true }, valencies);
    for (const finite of regularForms(verb)) add(finite, { isFinite: true }, valencies);
    const participle = regularParticiple(verb);
    if (participle !== null) add(participle, { isParticiple: true }, valencies);
  }
  return forms;
}

/** "arbeitet", "öffnet": "t" alone would not be heard. */
const WANTS_E = /(?:[td]|[^lrh][mn])$/u;
const stemOf = (verb: string): string => verb.replace(/(?<=e[lr])n$|en$|n$/u, '');

function regularForms(verb: string): string[] {
  const stem = stemOf(verb);
  const e = WANTS_E.test(stem) ? 'e' : '';
  const first = /e[lr]$/u.test(stem) ? [`${stem.slice(0, -2)}${stem.at(-1)}e`, stem] : [`${stem}e`];
  return [...first, `${stem}${e}t`, `${stem}${e}st`, `${stem}${e}te`, `${stem}${e}ten`];
}

function regularParticiple(verb: string): string | null {
  const stem = stemOf(verb);
  const ending = WANTS_E.test(stem) ? 'et' : 't';
  if (verb.endsWith('ieren')) return `${stem}${ending}`;
  const prefix = inseparable.find((each) => verb.startsWith(each) && verb.length > each.length + 3);
  return prefix === undefined || prefix === 'ge' ? `ge${stem}${ending}` : `${stem}${ending}`;
}

const known = simpleForms();
