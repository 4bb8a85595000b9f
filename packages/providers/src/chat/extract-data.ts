import { jsonIn } from './json-answer.ts';
import { type SchemaCheck, schemaCheck } from './json-schema-check.ts';
import type { Question } from './question.ts';
import { ABOUT_TRANSCRIPTS } from './transcript-text.ts';

export interface Extracted {
  /** Valid by the schema; null: it could not be had, and `warning` says why. */
  data: Record<string, unknown> | null;
  warning: string | null;
}

export interface Extraction {
  schema: Record<string, unknown>;
  /** What was said, or notes of it. */
  said: string;
  ask(question: Omit<Question, 'signal'>): Promise<string>;
}

/** What a call tells of what a schema asks for. An answer that is not valid is repaired once. Never rejects. */
export async function extractData({ schema, said, ask }: Extraction): Promise<Extracted> {
  try {
    const check = schemaCheck(schema);
    const question = {
      instructions: instructions(schema),
      prompt: said,
      schema: { name: 'call_data', jsonSchema: schema },
    };
    const first = judged(await ask(question), check);
    if (first.data) return { data: first.data, warning: null };
    const second = judged(await ask({ ...question, prompt: repair(said, first) }), check);
    if (second.data) return { data: second.data, warning: null };
    return without(`twice the model's answer was not valid (${second.fault})`);
  } catch (error) {
    return without((error as Error).message);
  }
}

const without = (why: string): Extracted => ({ data: null, warning: notExtracted(why) });

export const notExtracted = (why: string): string =>
  `The data of the call could not be extracted: ${why.replace(/\.$/, '')}.`;

function judged(text: string, check: SchemaCheck) {
  const value = jsonIn(text);
  const fault = value === null ? 'it is no JSON object' : check(value);
  return fault === null
    ? { data: value as Record<string, unknown>, fault: '', text }
    : { data: null, fault, text: text.slice(0, MOST_REPEATED) };
}

/** Of a wrong answer that the model is shown. */
const MOST_REPEATED = 4000;

function instructions(schema: Record<string, unknown>): string {
  return [
    'You read data out of telephone calls between an agent and a person, after they have ended.',
    ABOUT_TRANSCRIPTS,
    'Take only what was said; where it was not said, leave a property out, or make it null where the schema permits that. Invent nothing.',
    'Answer with one JSON object and nothing else. It is valid by this JSON Schema:',
    JSON.stringify(schema),
  ].join('\n');
}

function repair(said: string, { text, fault }: { text: string; fault: string }): string {
  return [
    said,
    'You have answered before, between <answer> and </answer>:',
    `<answer>${text.replaceAll('<', '‹')}</answer>`,
    `That answer is not valid: ${fault}. Answer once more, with a JSON object that is valid by the schema.`,
  ].join('\n');
}
