// npm run bench:loss [-- --calls 1000 --loss 0.3 --seed 1]: calls over a network that loses datagrams, in the time of a test clock.
import { parseArgs } from 'node:util';
import { ENDINGS, runLossyCalls } from './lossy-calls.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000' },
    loss: { type: 'string', default: '0.3' },
    seed: { type: 'string', default: '1' },
  },
});
const [calls, loss, seed] = [Number(values.calls), Number(values.loss), Number(values.seed)];
process.stdout.write(`${calls} calls each, ${loss * 100} % of all datagrams lost each way\n`);
for (const isChallenged of [false, true]) {
  for (const ending of ENDINGS) {
    const { asWanted, pending } = await runLossyCalls({ calls, ending, loss, isChallenged, seed });
    const share = ((asWanted / calls) * 100).toFixed(1);
    const name = `ended by the ${ending}${isChallenged ? ', digest' : ''}`;
    process.stdout.write(`  ${name.padEnd(46)}${share} % as wanted, ${pending} timers left\n`);
  }
}
