import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeG711, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import { CASE_CLASSES } from '../cases/test-case.ts';
import type { Verdict } from '../scorer/verdict.ts';
import { wavNameOf } from '../wav-files.ts';
import { RunStore, type StoredRun } from './run-store.ts';

const DIRECTORY = fileURLToPath(new URL('../../../docs/turn-taking', import.meta.url));
/** All of them stay under a megabyte: 16 kB a second. */
const FILES = 9;
const SECONDS = 6.5;
const CHANNELS = 2;
const MULAW = 7;

interface Worst {
  run: string;
  verdict: Verdict;
}

/** Writes the worst cases of these runs, one of each class after the other, and returns the list of them. */
export function writeWorst(runs: readonly StoredRun[]): string {
  rmSync(DIRECTORY, { recursive: true, force: true });
  mkdirSync(DIRECTORY, { recursive: true });
  const rows = interleaved(runs).map(({ run, verdict }) => {
    const { testCase, reason } = verdict;
    const file = `${testCase.id.replaceAll('/', '-')}.wav`;
    writeFileSync(path.join(DIRECTORY, file), shortened(readFileSync(wavOf(run, verdict))));
    return `| [${testCase.id}](turn-taking/${file}) | ${run} | ${testCase.detail} | ${reason} |`;
  });
  return ['| case | run | what the caller does | what the agent did |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

const wavOf = (run: string, { testCase }: Verdict): string =>
  path.join(RunStore.wavDirectory(run), wavNameOf(testCase));

function interleaved(runs: readonly StoredRun[]): Worst[] {
  const failed = runs.flatMap(({ header, scores }) =>
    [...scores.values()]
      .flatMap(({ verdicts }) => verdicts)
      .filter((verdict) => verdict.outcome === 'failed' && existsSync(wavOf(header.name, verdict)))
      .map((verdict): Worst => ({ run: header.name, verdict })),
  );
  const byClass = CASE_CLASSES.map((caseClass) =>
    failed
      .filter(({ verdict }) => verdict.testCase.class === caseClass)
      .sort((a, b) => badnessOf(b.verdict) - badnessOf(a.verdict)),
  );
  const seen = new Set<string>();
  const taken: Worst[] = [];
  for (let round = 0; taken.length < FILES && byClass.some((list) => list.length > round); round += 1)
    for (const list of byClass) {
      const worst = list[round];
      if (!worst || taken.length === FILES || seen.has(worst.verdict.testCase.id)) continue;
      seen.add(worst.verdict.testCase.id);
      taken.push(worst);
    }
  return taken;
}

const badnessOf = ({ figures }: Verdict): number => Math.max(0, figures.lastWord ?? 0, figures.gap ?? 0);

/** As µ-law, and no longer than it may be. */
function shortened(wav: Uint8Array): Uint8Array {
  const samples = readWav(wav).samples.subarray(0, SECONDS * SAMPLE_RATE_HZ * CHANNELS);
  return Buffer.concat([mulawHeader(samples.length), encodeG711('PCMU', samples)]);
}

/** RFC 2361, and the format's `fact` chunk, which all but PCM has. */
function mulawHeader(bytes: number): Buffer {
  const header = Buffer.alloc(58);
  header.write('RIFF', 0);
  header.writeUInt32LE(50 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(MULAW, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  header.writeUInt32LE(SAMPLE_RATE_HZ * CHANNELS, 28);
  header.writeUInt16LE(CHANNELS, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38);
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(bytes / CHANNELS, 46);
  header.write('data', 50);
  header.writeUInt32LE(bytes, 54);
  return header;
}
