import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';

/** What a process or a thread begins with. */
export const ENTRIES = [
  'server/src/main.ts',
  'server/src/cli/main.ts',
  'server/src/media/thread/main.ts',
  'server/src/media/thread/rehearsal-main.ts',
  'server/src/documents/vector-worker.ts',
  'packages/providers/src/builtin/worker/speech-worker.ts',
  'packages/providers/src/onnx/onnx-worker.ts',
  'packages/simulated-phone/src/main.ts',
  'packages/simulated-phone/src/phone-worker.ts',
] as const;

export const fileOf = (entry: string) => entry.replaceAll('/', '-').replace(/\.ts$/, '.js');

/** The file to start: of the bundle that the project's `globalSetup` made, or the source where there is none. */
export function startable(entry: (typeof ENTRIES)[number]): string {
  const bundle = process.env.TEST_BUNDLE;
  return bundle === undefined ? entry : path.join(bundle, fileOf(entry));
}

/** What a bundled process printed, with the places in the sources. In the process itself it costs half of what is saved. */
export function withSources(output: string): string {
  const bundle = process.env.TEST_BUNDLE;
  if (bundle === undefined) return output;
  const maps = new Map<string, SourceMap>();
  const place = (whole: string, file: string, line: string, column: string) => {
    const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    maps.set(file, map);
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return whole;
    return `${path.resolve(bundle, entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
  return output.replace(/(?:file:\/\/)?(\/[^\s():]+\/test-bundles\/[^\s():]+\.js):(\d+):(\d+)/g, place);
}
