import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { variableNames } from './environment.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Names of the same form that are no variables of ours. */
const OTHERS: readonly string[] = ['PARLEY_BASE_URL', 'PARLEY_LOCKS'];

test.each(['server/src', 'dashboard/src'])('every variable that a message of %s names is one', (directory) => {
  const files = readdirSync(path.join(root, directory), { recursive: true, encoding: 'utf8' });
  const named = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => readFileSync(path.join(root, directory, file), 'utf8').match(/\bPARLEY_[A-Z_]*[A-Z]\b/g) ?? []);
  expect([...new Set(named)].filter((name) => !variableNames.includes(name) && !OTHERS.includes(name))).toEqual([]);
});
