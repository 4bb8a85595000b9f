// npm run fuzz:sip [-- --datagrams 1000000 --seed 1]: what the suite does for a moment, for as long as you like.
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { seededRandom } from './seeded-random.ts';

/** Calls that get through stay until their user agent is closed: a new one now and then. */
const DATAGRAMS_AN_AGENT = 20_000;

const { values } = parseArgs({
  options: { datagrams: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const [datagrams, seed] = [Number(values.datagrams), Number(values.seed)];
const startedMs = performance.now();
let [done, slowestMs, responses] = [0, 0, 0];
for (let round = 0; done < datagrams; round += 1) {
  const report = await fuzz(Math.min(DATAGRAMS_AN_AGENT, datagrams - done), seededRandom(seed * 100_003 + round));
  done += report.datagrams;
  responses += report.responses;
  slowestMs = Math.max(slowestMs, report.slowestMs);
}
const seconds = (performance.now() - startedMs) / 1000;
process.stdout.write(
  `${done} mutated datagrams in ${seconds.toFixed(0)} s, ${responses} responses, no throw; the slowest took ${slowestMs.toFixed(1)} ms of CPU\n`,
);
