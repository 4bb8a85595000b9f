// Writes docs/api.md: every rule of the interface that has a test, and where that test stands. Run it when tests change.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './runtime.mjs';

const folder = path.join(root, 'tests', 'specification');
const TITLE = /^( *)(describe|test|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\3).)*)\3/gm;

function rulesOf(file) {
  const section = [];
  const rules = [];
  for (const [, indent, kind, , title] of readFileSync(path.join(folder, file), 'utf8').matchAll(TITLE)) {
    const depth = Math.floor(indent.length / 2);
    section.length = depth;
    if (kind === 'describe') section[depth] = title;
    else rules.push({ section: section.filter(Boolean).join(' · '), rule: title.replaceAll('\\', '') });
  }
  return rules;
}

const rows = readdirSync(folder)
  .filter((file) => file.endsWith('.test.ts'))
  .sort()
  .flatMap((file) => rulesOf(file).map((rule) => ({ ...rule, file })));
const cell = (text) => text.replaceAll('|', '\\|');

writeFileSync(
  path.join(root, 'docs', 'api.md'),
  [
    '# The interface, rule by rule',
    '',
    'The reference for people is at `/docs` of a running service; for machines it is [openapi.json](openapi.json). Both',
    'are made from `packages/contract`. This page names the test of each rule; the tests run over real HTTP against a real',
    'service and its database. Sections are those of the interface specification; General, Calls, Agents, Batches, Keys,',
    'Plans and Webhooks stand for what it leaves open. Made by `node scripts/api-rules.mjs`.',
    '',
    `| section | rule (the name of the test) | test |`,
    '|---|---|---|',
    ...rows.map(
      ({ section, rule, file }) => `| ${cell(section)} | ${cell(rule)} | [${file}](../tests/specification/${file}) |`,
    ),
    '',
  ].join('\n'),
);
process.stdout.write(`${rows.length} rules\n`);
