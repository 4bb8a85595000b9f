import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const document = readFileSync(path.join(root, 'docs/api.md'), 'utf8');

interface Row {
  line: string;
  section: string;
  rule: string;
  file: string;
  test: string;
}

/** The rows of the table under "Rules and their tests": section, rule, file, test. */
const rows: Row[] = document
  .slice(document.indexOf('## Rules and their tests'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => {
    const [section = '', rule = '', file = '', name = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { line, section, rule, file: /\]\(\.\.\/(.+)\)$/.exec(file)?.[1] ?? '', test: name };
  });

/** The names of the tests in a file, as `group › test`; those of `test.each` with their placeholders. */
function testsIn(file: string): string[] {
  const names: string[] = [];
  const visit = (node: any, group: string | null) => {
    if (typeof node !== 'object' || node === null) return;
    const called = node.type === 'CallExpression' ? calledName(node) : null;
    if (called?.kind === 'test') names.push(group === null ? called.name : `${group} › ${called.name}`);
    const inner = called?.kind === 'describe' ? called.name : group;
    for (const value of Object.values(node)) visit(value, inner);
  };
  visit(parseSync(readFileSync(path.join(root, file), 'utf8'), { syntax: 'typescript', target: 'es2022' }), null);
  return names;
}

/** `test('name', …)`, `test.concurrent('name', …)`, `test.each([…])('name', …)`, and the same of `describe`. */
function calledName(call: any): { kind: 'test' | 'describe'; name: string } | null {
  let callee = call.callee;
  while (callee.type === 'MemberExpression' || callee.type === 'CallExpression')
    callee = callee.object ?? callee.callee;
  const first = call.arguments[0]?.expression;
  const isNamed = callee.type === 'Identifier' && first?.type === 'StringLiteral';
  return isNamed && (callee.value === 'test' || callee.value === 'describe')
    ? { kind: callee.value, name: first.value }
    : null;
}

test('every row has a section, a rule, a file and a test', () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const { line, section, rule, file, test: name } of rows) {
    expect([line, [section, rule, file, name].every((cell) => cell !== '')]).toEqual([line, true]);
  }
});

test('every test that the table names exists', () => {
  const known = new Map([...new Set(rows.map(({ file }) => file))].map((file) => [file, new Set(testsIn(file))]));
  const missing = rows.filter(({ file, test: name }) => !known.get(file)!.has(name));
  expect(missing.map(({ file, test: name }) => `${file}: ${name}`)).toEqual([]);
});

test('every test of the specification is in the table', () => {
  const folder = 'tests/specification';
  const files = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.test.ts'));
  const here = path.basename(import.meta.filename);
  const all = files.filter((name) => name !== here).flatMap((name) => testsIn(`${folder}/${name}`));
  const named = new Set(rows.map(({ test: name }) => name));
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((name) => !named.has(name))).toEqual([]);
});
