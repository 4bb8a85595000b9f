// npm run bench:media [-- --calls 100,200,400 --seconds 15 --spoken-ms 2000 --root /another/checkout --profile directory]
// How many calls one media thread carries: real RTP from another process, G.711, voice activity detection, stereo
// recording, conversations with vendors that reply at once; and beside it a bare loop of socket, codec and recording.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BuiltinSpeech } from '@parley/providers';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100,200,400' },
    seconds: { type: 'string', default: '15' },
    root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    /** Sound of each clause that the agent says, at most. */
    'spoken-ms': { type: 'string', default: '2000' },
    profile: { type: 'string' },
  },
});
const WARM_UP_MS = 6000;
const measuredMs = Number(values.seconds) * 1000;
const say = (line: string) => process.stdout.write(`${line}\n`);
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const work = await mkdtemp(path.join(tmpdir(), 'parley-bench-media-'));
const soundFile = path.join(work, 'sound.pcm');

interface Measured {
  /** Of one core. */
  share: number;
  cpuUs: number;
  pacing: { p50Ms?: number; p99Ms?: number; maxMs?: number; count?: number; over20?: number };
  outcome?: {
    kbACall: { resident: number; living: number };
    ended: number;
    turns: number;
    late: number;
    concealed: number;
  };
}

async function writeSound(): Promise<void> {
  const speech = new BuiltinSpeech({ recognizes: false });
  const chunks: Int16Array[] = [];
  const request = { text: 'Yes please, tell me more about that.', voice: 'rms', language: 'en-US' };
  for await (const chunk of speech.speak({ ...request, signal: new AbortController().signal }))
    chunks.push(chunk.samples);
  await speech.close();
  await writeFile(
    soundFile,
    Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))),
  );
}

const messageOf = async (child: ChildProcess): Promise<any> =>
  (
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`a process of the bench ended with ${code}`);
      }),
    ])
  )[0];

async function measure(mode: 'bare' | 'calls', calls: number): Promise<Measured> {
  const directory = path.join(work, `${mode}-${calls}`);
  await mkdir(directory, { recursive: true });
  const profiling = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
  const subject = fork(here('media-subject.ts'), [mode, String(calls), directory], {
    execArgv: ['--expose-gc', '--import', here('media-hooks.ts'), ...profiling],
    env: {
      ...process.env,
      PARLEY_BENCH_ROOT: path.resolve(values.root),
      PARLEY_BENCH_SOUND: soundFile,
      PARLEY_BENCH_SPOKEN_MS: values['spoken-ms'],
    },
  });
  const { ports } = await messageOf(subject);
  const peer = fork(here('media-peer.ts'), [soundFile, ...ports.map(String)]);
  const { port } = await messageOf(peer);
  subject.send({ port });
  await delay(WARM_UP_MS);
  subject.send({ type: 'begin' });
  await delay(measuredMs);
  subject.send({ type: 'end' });
  const { share, cpuUs, pacing } = await messageOf(subject);
  const outcome = mode === 'calls' ? await messageOf(subject) : undefined;
  peer.disconnect();
  await once(subject, 'exit');
  await rm(directory, { recursive: true, force: true });
  return { share, cpuUs, pacing, outcome };
}

const ms = (value: number | undefined) => (value ?? Number.NaN).toFixed(1).padStart(7);
try {
  await writeSound();
  say(`machine  ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}; code ${path.resolve(values.root)}`);
  say(
    'calls | % of a core | bare loop | ratio | µs a tick | pacing p50 |  p99 ms | worst ms | KB a call: living, resident | turns, ended, late, concealed',
  );
  for (const calls of values.calls.split(',').map(Number)) {
    const bare = await measure('bare', calls);
    const { share, cpuUs, pacing, outcome } = await measure('calls', calls);
    const cells = [
      String(calls).padStart(5),
      (share * 100).toFixed(1).padStart(11),
      (bare.share * 100).toFixed(1).padStart(9),
      (share / bare.share).toFixed(2).padStart(5),
      (cpuUs / (pacing.count ?? Number.NaN)).toFixed(1).padStart(9),
      ms(pacing.p50Ms).padStart(10),
      ms(pacing.p99Ms),
      ms(pacing.maxMs).padStart(8),
      `${outcome?.kbACall.living.toFixed(0)}, ${outcome?.kbACall.resident.toFixed(0)}`.padStart(27),
      `${outcome?.turns}, ${outcome?.ended}, ${outcome?.late}, ${outcome?.concealed}`,
    ];
    say(cells.join(' | '));
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
