/** WASI preview 1 error number "bad file descriptor": no such directory is open. */
const BADF = 8;
/** The one preopened directory, where the program writes its output file. */
const DIRECTORY_FD = 3;
const OUTPUT_FD = 4;
const OUTPUT_DIRECTORY = '/out';
/** WASI file types: a character device (the standard streams), a directory, a regular file. */
const FILE_TYPE = { characterDevice: 2, directory: 3, regularFile: 4 } as const;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;
/** Clauses are short; a program that writes more than a minute of 16 kHz sound has gone astray. */
const MAXIMUM_OUTPUT_BYTES = 4 << 20;

class ProgramExit {}

/** A file in memory that one program writes, with seeking. */
class MemoryFile {
  private bytes = new Uint8Array(1 << 17);
  private size = 0;
  private position = 0;

  seek(offset: number, whence: number): number {
    this.position = Math.max(0, [0, this.position, this.size][whence]! + offset);
    return this.position;
  }

  write(chunk: Uint8Array): void {
    const end = this.position + chunk.length;
    if (end > MAXIMUM_OUTPUT_BYTES) throw new RangeError('the program wrote more than is sensible');
    if (end > this.bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.bytes.length * 2));
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes.set(chunk, this.position);
    this.position = end;
    this.size = Math.max(this.size, end);
  }

  contents(): Uint8Array {
    return this.bytes.subarray(0, this.size);
  }
}

export interface ProgramOutput {
  /** What was written to the file named `WasiProgram.outputPath`; empty when nothing was. */
  file: Uint8Array;
  /** What was printed. */
  printed: string;
}

/** One instance of a program, and what it is given and gives. */
class ProgramRun {
  arguments: string[] = [];
  readonly file = new MemoryFile();
  readonly printed: string[] = [];
  private readonly instance: WebAssembly.Instance;

  constructor(module: WebAssembly.Module) {
    this.instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasiImports(this) });
  }

  get memory(): ArrayBuffer {
    return (this.instance.exports.memory as WebAssembly.Memory).buffer;
  }

  start(): void {
    try {
      (this.instance.exports._start as () => void)();
    } catch (error) {
      if (!(error instanceof ProgramExit)) throw error;
    }
  }
}

/**
 * Runs a command-line program that was compiled to WASI, without a file system: whatever file it opens is the one
 * output file, in memory. Every run is a fresh instance, so no run can harm the next.
 */
export class WasiProgram {
  static readonly outputPath = `${OUTPUT_DIRECTORY}/sound.wav`;
  private readonly module: WebAssembly.Module;
  private readonly name: string;
  private spare: ProgramRun | null = null;

  constructor(name: string, module: WebAssembly.Module) {
    this.name = name;
    this.module = module;
  }

  /** Makes the next run's instance ahead of it: a third of the time of a short run. */
  prepare(): void {
    this.spare ??= new ProgramRun(this.module);
  }

  /** Synchronous. Arguments may not hold NUL. Throws what the program traps with. */
  run(programArguments: string[]): ProgramOutput {
    this.prepare();
    const run = this.spare!;
    this.spare = null;
    run.arguments = [this.name, ...programArguments];
    run.start();
    return { file: run.file.contents(), printed: run.printed.join('') };
  }
}

/** The thirteen functions of preview 1 that Flite imports; each returns a WASI error number, 0 for success. */
function wasiImports(run: ProgramRun): WebAssembly.ModuleImports {
  const view = () => new DataView(run.memory);
  const bytes = () => new Uint8Array(run.memory);
  const argumentBytes = () => run.arguments.map((argument) => new TextEncoder().encode(`${argument}\0`));
  const decoder = new TextDecoder();
  return {
    args_sizes_get(countPointer: number, sizePointer: number) {
      const encoded = argumentBytes();
      view().setUint32(countPointer, encoded.length, true);
      const size = encoded.reduce((sum, argument) => sum + argument.length, 0);
      view().setUint32(sizePointer, size, true);
      return 0;
    },
    args_get(pointersPointer: number, bufferPointer: number) {
      let target = bufferPointer;
      argumentBytes().forEach((argument, index) => {
        view().setUint32(pointersPointer + 4 * index, target, true);
        bytes().set(argument, target);
        target += argument.length;
      });
      return 0;
    },
    // Flite only times itself: any clock will do, and a constant one keeps runs equal.
    clock_time_get(_clock: number, _precision: bigint, timePointer: number) {
      view().setBigUint64(timePointer, 0n, true);
      return 0;
    },
    fd_prestat_get(fd: number, prestatPointer: number) {
      if (fd !== DIRECTORY_FD) return BADF;
      view().setUint32(prestatPointer, 0, true);
      view().setUint32(prestatPointer + 4, OUTPUT_DIRECTORY.length, true);
      return 0;
    },
    fd_prestat_dir_name(_fd: number, pathPointer: number, length: number) {
      bytes().set(new TextEncoder().encode(OUTPUT_DIRECTORY).subarray(0, length), pathPointer);
      return 0;
    },
    fd_fdstat_get(fd: number, statPointer: number) {
      const { characterDevice, directory, regularFile } = FILE_TYPE;
      bytes().fill(0, statPointer, statPointer + 24);
      view().setUint8(statPointer, fd < DIRECTORY_FD ? characterDevice : fd === DIRECTORY_FD ? directory : regularFile);
      view().setBigUint64(statPointer + 8, ALL_RIGHTS, true);
      view().setBigUint64(statPointer + 16, ALL_RIGHTS, true);
      return 0;
    },
    fd_fdstat_set_flags: () => 0,
    path_open(...parameters: (number | bigint)[]) {
      view().setUint32(Number(parameters.at(-1)), OUTPUT_FD, true);
      run.file.seek(0, 0);
      return 0;
    },
    fd_close: () => 0,
    fd_read(_fd: number, _vectors: number, _count: number, readPointer: number) {
      view().setUint32(readPointer, 0, true);
      return 0;
    },
    fd_seek(_fd: number, offset: bigint, whence: number, positionPointer: number) {
      view().setBigUint64(positionPointer, BigInt(run.file.seek(Number(offset), whence)), true);
      return 0;
    },
    fd_write(fd: number, vectorsPointer: number, count: number, writtenPointer: number) {
      let written = 0;
      for (let index = 0; index < count; index++) {
        const start = view().getUint32(vectorsPointer + 8 * index, true);
        const length = view().getUint32(vectorsPointer + 8 * index + 4, true);
        const chunk = bytes().subarray(start, start + length);
        if (fd < DIRECTORY_FD) run.printed.push(decoder.decode(chunk));
        else run.file.write(chunk);
        written += length;
      }
      view().setUint32(writtenPointer, written, true);
      return 0;
    },
    proc_exit() {
      throw new ProgramExit();
    },
  };
}
