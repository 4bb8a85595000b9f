import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Vendor } from '../../vendor.ts';
import { loadVendor } from '../../vendors.ts';

const SUITES = {
  speechToText: 'speechToTextConformance(',
  textToSpeech: 'textToSpeechConformance(',
  languageModel: 'languageModelConformance(',
  speechToSpeech: 'speechToSpeechConformance(',
} as const satisfies Partial<Record<keyof Vendor, string>>;

const source = path.resolve(import.meta.dirname, '../..');
const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const vendors = (await Promise.all(folders.map(({ name }) => loadVendor(name)))).filter((vendor) => vendor !== null);

it.each(vendors)('$id passes the suite of everything that it offers', (vendor) => {
  const directory = path.join(source, vendor.id);
  const files = readdirSync(directory).filter((file) => file.endsWith('-conformance.test.ts'));
  const tests = files.map((file) => readFileSync(path.join(directory, file), 'utf8')).join('\n');
  const offered = Object.keys(SUITES).filter((kind) => kind in vendor) as (keyof typeof SUITES)[];
  expect(offered.filter((kind) => !tests.includes(SUITES[kind]))).toEqual([]);
});
