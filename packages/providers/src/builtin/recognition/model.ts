import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Where soundswallower keeps its models; the slash at the end is needed. */
export const modelBase = path.join(path.dirname(require.resolve('soundswallower')), 'model', path.sep);

/** The US English model of 8 kHz telephone speech, with CMUdict. */
export const modelDirectory = path.join(modelBase, 'en-us');
