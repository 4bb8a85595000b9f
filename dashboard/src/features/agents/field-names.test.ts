import { expect, test } from 'vitest';
import { placeName } from './field-names.ts';

test.each([
  ['voice_id', 'Voice'],
  ['transcriber', 'Recognizer'],
  ['turn_taking.end_ms', 'Turn-taking, silence that ends the call'],
  ['outcomes.2', 'Outcomes, entry 3'],
  ['outcomes[2]', 'Outcomes, entry 3'],
  ['fallbacks.voice_id', 'Fallbacks, of the voice'],
  ['fallbacks.transcriber[1]', 'Fallbacks, of the recognizer, entry 2'],
  ['unknown', 'unknown'],
])('%s is called %s', (path, name) => expect(placeName(path)).toBe(name));
