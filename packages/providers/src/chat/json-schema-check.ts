import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** What a model writes of a call is no larger; nothing that is gets looked at. */
const MOST_CHARACTERS = 64 * 1024;
const MOST_FAULTS = 5;

/** What is wrong with a value by a schema, in words; null where nothing is. */
export type SchemaCheck = (value: unknown) => string | null;

/** Of a schema without references and patterns, so that a check takes a time that the sizes bound. @throws Error for none. */
export function schemaCheck(schema: Record<string, unknown>): SchemaCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, logger: false });
  formats.default(ajv);
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no JSON object';
    if (JSON.stringify(value).length > MOST_CHARACTERS) return `it has more than ${MOST_CHARACTERS} characters`;
    if (validate(value)) return null;
    const faults = (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath === '' ? 'it' : instancePath} ${message}`,
    );
    return [...new Set(faults)].slice(0, MOST_FAULTS).join('; ');
  };
}
