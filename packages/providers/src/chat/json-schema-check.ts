import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { linearPattern } from '../patterns/linear-pattern.ts';

/** What a model writes of a call is no larger; nothing that is gets looked at. */
const MOST_CHARACTERS = 64 * 1024;
const MOST_FAULTS = 5;
/** Of all patterns in one check; about 40 ms, which other calls would hear. */
const MOST_PATTERN_STEPS = 2_000_000;

/** What is wrong with a value by a schema, in words; null where nothing is. */
export type SchemaCheck = (value: unknown) => string | null;

class TooManySteps extends Error {}

/** Of a schema without references, so that a check takes a time that the sizes bound. @throws Error for none. */
export function schemaCheck(schema: Record<string, unknown>): SchemaCheck {
  let stepsLeft = MOST_PATTERN_STEPS;
  const counted = (pattern: string) => {
    const { instructions, test } = linearPattern(pattern);
    return {
      test(text: string): boolean {
        stepsLeft -= instructions * text.length;
        if (stepsLeft < 0) throw new TooManySteps();
        return test(text);
      },
      // Ajv takes patterns with the same text for one.
      toString: () => pattern,
    };
  };
  const ajv = new Ajv2020({
    ...{ strict: false, allErrors: true, ownProperties: true, logger: false },
    code: { regExp: Object.assign(counted, { code: 'linearPattern' }) },
  });
  formats.default(ajv);
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no JSON object';
    if (JSON.stringify(value).length > MOST_CHARACTERS) return `it has more than ${MOST_CHARACTERS} characters`;
    stepsLeft = MOST_PATTERN_STEPS;
    try {
      if (validate(value)) return null;
    } catch (error) {
      if (error instanceof TooManySteps) return 'it has more text than its patterns can be compared with';
      throw error;
    }
    const faults = (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath === '' ? 'it' : instancePath} ${message}`,
    );
    return [...new Set(faults)].slice(0, MOST_FAULTS).join('; ');
  };
}
