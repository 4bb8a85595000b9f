import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import type { CatalogueModel } from './catalogue-model.ts';
import type { Progress } from './download.ts';
import { modelSource } from './model-source.ts';
import { pullModel, removeModel } from './pull-model.ts';
import { Mirror } from './testing/mirror.ts';

const fixture = (name: string): Promise<Buffer> => readFile(new URL(`./testing/${name}`, import.meta.url));
const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const detector: CatalogueModel = {
  ...{ name: 'a-detector', title: 'A detector', kind: 'vad', languages: [], licence: 'MIT' },
  ...{ path: 'asr-models/detector.onnx', bytes: 3_000_000, sha256: null },
};
const recognizer: CatalogueModel = {
  ...{ name: 'a-recognizer', title: 'Tones', kind: 'recognition', languages: ['en'], licence: 'Apache-2.0' },
  ...{ path: 'asr-models/tones.tar.bz2', bytes: 4000, sha256: null },
  recognizer: {
    type: 'transducer',
    files: { encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx', tokens: 'tokens.txt' },
  },
};

describe('models that are pulled', () => {
  const weights = randomBytes(3_000_000);
  let mirror: Mirror;
  let modelsDir: string;
  let progress: Progress[];

  beforeEach(async () => {
    mirror = await Mirror.start();
    mirror.put(detector.path, weights);
    modelsDir = await mkdtemp(path.join(tmpdir(), 'parley-models-'));
    progress = [];
  });

  afterEach(async () => {
    await mirror.close();
    await rm(modelsDir, { recursive: true });
  });

  const pull = (model: CatalogueModel, base = mirror.url, isForced = false) =>
    pullModel({
      ...{ model, modelsDir, isForced, source: modelSource(base) },
      onProgress: (state) => progress.push(state),
      onStep: () => undefined,
    });

  const installed = (model: CatalogueModel, name: string) => path.join(modelsDir, model.name, name);
  const ranges = () => mirror.requests.filter((one) => one.path.endsWith('.onnx')).map(({ range }) => range);

  it('are downloaded with progress, recorded and installed once', async () => {
    const first = await pull(detector);
    expect(first).toMatchObject({ wasInstalled: false, isStated: false, sha256: sha256Of(weights) });
    expect(await readFile(installed(detector, 'detector.onnx'))).toEqual(weights);
    expect(progress[0]).toEqual({ doneBytes: 0, totalBytes: weights.length });
    expect(progress.at(-1)).toEqual({ doneBytes: weights.length, totalBytes: weights.length });
    expect(await pull(detector)).toMatchObject({ wasInstalled: true });
    expect(ranges()).toEqual([null]);
    expect((await readdir(modelsDir)).sort()).toEqual(['a-detector', 'checksums.json']);
  });

  it('go on where they broke off, in the same process and in the next', async () => {
    mirror.breaksAfter = 500_000;
    await expect(pull(detector)).rejects.toThrow(/broke off at \d\.\d MB .* run the command again to go on/);
    mirror.breaksAfter = null;
    const before = mirror.requests.length;
    expect(await pull(detector)).toMatchObject({ sha256: sha256Of(weights) });
    // Of what was sent before a connection broke, its end may be lost on the way: 500 000 bytes at most came with each.
    const [first, ...next] = ranges();
    const begun = next.map((range) => Number(/^bytes=(\d+)-$/.exec(range!)![1]));
    expect(first).toBeNull();
    expect(begun.length).toBeGreaterThanOrEqual(4);
    for (const [index, bytes] of begun.entries()) {
      expect(bytes).toBeGreaterThan(begun[index - 1] ?? 0);
      expect(bytes).toBeLessThanOrEqual((index + 1) * 500_000);
    }
    expect(mirror.requests[before]!.range).toBe(`bytes=${begun.at(-1)}-`);
  });

  it('begin anew when the file has changed meanwhile', async () => {
    mirror.breaksAfter = 500_000;
    await expect(pull(detector)).rejects.toThrow('broke off');
    mirror.breaksAfter = null;
    const other = randomBytes(2_000_000);
    mirror.put(detector.path, other, '"2"');
    expect(await pull(detector)).toMatchObject({ sha256: sha256Of(other) });
    expect(await readFile(installed(detector, 'detector.onnx'))).toEqual(other);
  });

  it('begin anew where a server has no strong validator', async () => {
    mirror.put(detector.path, weights, 'W/"1"');
    mirror.breaksAfter = 500_000;
    await expect(pull(detector)).rejects.toThrow('broke off at 0.5 MB');
    mirror.breaksAfter = null;
    await pull(detector);
    expect(new Set(ranges())).toEqual(new Set([null]));
  });

  it('are taken from a directory, whose copy goes on as well', async () => {
    const directory = path.join(modelsDir, 'mirror');
    await mkdir(path.join(directory, 'asr-models'), { recursive: true });
    await writeFile(path.join(directory, detector.path), weights);
    expect(await pull(detector, directory)).toMatchObject({ sha256: sha256Of(weights) });
    expect(await pull(detector, `file://${directory}`, true)).toMatchObject({ wasInstalled: false });
    await expect(pull(recognizer, directory)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('have the checksum that their publisher states beside them', async () => {
    mirror.put('asr-models/checksum.txt', `other.onnx\t${'0'.repeat(64)}\ndetector.onnx\t${sha256Of(weights)}\n`);
    expect(await pull(detector)).toMatchObject({ isStated: true });
  });

  it('have the checksum that is stated with the file', async () => {
    mirror.put(detector.path, weights, '"1"', { 'x-linked-etag': `"${sha256Of(weights)}"` });
    expect(await pull(detector)).toMatchObject({ isStated: true });
  });

  it.each(['checksum.txt', 'catalogue'])(
    'are refused when the checksum of the %s is another, with both sums',
    async (where) => {
      const wrong = 'ab'.repeat(32);
      mirror.put('asr-models/checksum.txt', where === 'catalogue' ? '' : `detector.onnx ${wrong}\n`);
      const refused = pull({ ...detector, sha256: where === 'catalogue' ? wrong : null }, mirror.url, true);
      await expect(refused).rejects.toThrow(`its SHA-256 is ${sha256Of(weights)}, its publisher states ${wrong}`);
      expect(await readdir(modelsDir)).toEqual([]);
    },
  );

  it('are refused when they are another than at the first time, unless that is wanted', async () => {
    await pull(detector);
    const other = randomBytes(1000);
    mirror.put(detector.path, other, '"2"');
    await removeModel(modelsDir, detector.name);
    await expect(pull(detector)).rejects.toThrow(
      `at the first download it was ${sha256Of(weights)}. It was removed. If its publisher has changed it, run the command again with --force.`,
    );
    expect(await pull(detector, mirror.url, true)).toMatchObject({ sha256: sha256Of(other) });
    await removeModel(modelsDir, detector.name);
    expect(await pull(detector)).toMatchObject({ sha256: sha256Of(other) });
  });

  it('are unpacked without what is not needed', async () => {
    mirror.put(recognizer.path, await fixture('tones.tar.bz2'));
    const { model } = await pull(recognizer);
    expect(model).toMatchObject({ name: 'a-recognizer', kind: 'recognition', languages: ['en'] });
    expect((await readdir(path.join(modelsDir, 'a-recognizer'))).sort()).toEqual(
      ['README.md', 'decoder.onnx', 'encoder.onnx', 'joiner.onnx', 'model.json', 'tokens.txt'].sort(),
    );
  });

  it('cannot write outside of their directory', async () => {
    mirror.put(recognizer.path, await fixture('escaping.tar.bz2'));
    const onlyTokens = {
      ...recognizer,
      recognizer: { ...recognizer.recognizer!, files: { tokens: 'tokens.txt' } },
    };
    await pull(onlyTokens);
    const inside = (await readdir(path.join(modelsDir, 'a-recognizer'), { recursive: true })).sort();
    // What goes through a link of the archive's own would be a directory, had it been made at all.
    expect(inside).toEqual(['README-link', 'README-link/escaped', 'README.md', 'model.json', 'tokens.txt']);
    expect((await readdir(modelsDir)).sort()).toEqual(['a-recognizer', 'checksums.json']);
    for (const outside of [path.join(modelsDir, '../README-escaped'), '/tmp/README-escaped-absolute'])
      await expect(access(outside)).rejects.toThrow('ENOENT');
  });

  it('that lack a file are not installed, and what was there before stays', async () => {
    mirror.put(recognizer.path, await fixture('tones.tar.bz2'));
    await pull(recognizer);
    const changed = { ...recognizer, recognizer: { ...recognizer.recognizer!, files: { tokens: 'words.txt' } } };
    await expect(pull(changed, mirror.url, true)).rejects.toThrow('lacks words.txt');
    await access(installed(recognizer, 'tokens.txt'));
  });

  it('that are no archive at all are refused', async () => {
    mirror.put(recognizer.path, 'not found, but with status 200');
    await expect(pull(recognizer)).rejects.toThrow('cannot be unpacked');
  });

  it('are pulled by one process at a time; what a dead one has left is taken over', async () => {
    const lock = path.join(modelsDir, '.lock-a-detector');
    await writeFile(lock, String(process.ppid));
    await expect(pull(detector)).rejects.toMatchObject({ code: 'conflict' });
    await writeFile(lock, '999999999');
    await pull(detector);
  });

  it('say what to do when a file is missing, or the server does not respond', async () => {
    await expect(pull({ ...detector, path: 'asr-models/gone.onnx' })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('/models/asr-models/gone.onnx'),
    });
    await mirror.close();
    const { url } = { url: 'http://127.0.0.1:9' };
    await expect(pull(detector, url)).rejects.toThrow('PARLEY_MODELS_URL');
    mirror = await Mirror.start();
  });

  it('need room before anything is downloaded', async () => {
    mirror.put(detector.path, weights, '"1"');
    const huge = { ...detector, bytes: Number.MAX_SAFE_INTEGER };
    const source = modelSource(mirror.url);
    const unknown = { ...source, open: async () => ({ ...(await source.open(huge, null)), totalBytes: null }) };
    const refused = pullModel({
      ...{ model: huge, modelsDir, isForced: false, onStep: () => undefined },
      source: { ...unknown, text: (name) => source.text(name) },
      onProgress: (state) => progress.push(state),
    });
    await expect(refused).rejects.toThrow(/needs about .* are free. Nothing was downloaded/);
    expect(progress).toEqual([]);
  });

  it('are removed, and nothing else is', async () => {
    await pull(detector);
    await removeModel(modelsDir, detector.name);
    await expect(removeModel(modelsDir, detector.name)).rejects.toMatchObject({ code: 'not_found' });
    await expect(removeModel(modelsDir, '..')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the catalogue', () => {
  it('has names that are names, once, with what their kind needs', () => {
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
    for (const { name, kind, recognizer: ears, voice, languages, licence, bytes, path: below } of catalogue) {
      expect(name).toMatch(/^[a-z0-9][a-z0-9.-]*$/);
      expect(ears !== undefined).toBe(kind === 'recognition');
      expect(voice !== undefined).toBe(kind === 'voice');
      expect(languages.length > 0).toBe(ears !== undefined || voice !== undefined);
      expect(licence).not.toBe('');
      expect(bytes).toBeGreaterThan(0);
      expect(below).toMatch(/^[a-z-]+\/[\w.-]+\.(onnx|tar\.bz2)$/);
      for (const tag of languages) expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    }
  });
});
