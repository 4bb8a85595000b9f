// npm run bench:live [-- --bursts 40]
// How long live audio takes from one browser to another: from the socket of a supervisor who has taken over, through a
// media thread, to the socket of the caller. What browsers add (capture, 20 ms of prebuffer, playback) is not in it.
import { parseArgs } from 'node:util';
import { levelDbfs, tone } from '@parley/audio';
import { LiveClient } from '../tests/support/live-client.ts';
import { Service } from '../tests/support/service.ts';

const { values } = parseArgs({ options: { bursts: { type: 'string', default: '40' } } });
const LOUD_DBFS = -30;
const BURST_MS = 100;
const PAUSE_MS = 400;
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const service = await Service.start();
try {
  const { body } = await service.request('GET', '/agents');
  const caller = await LiveClient.connect(service);
  caller.openMicrophone();
  caller.send({ type: 'talk', agent_id: body.data[0].agent_id });
  const { call_id: callId } = await caller.next('call');
  await caller.next('turn');
  const supervisor = await LiveClient.connect(service);
  supervisor.openMicrophone();
  supervisor.send({ type: 'listen', call_id: callId });
  await supervisor.next('call');
  supervisor.send({ type: 'take_over' });
  await caller.next('floor');
  await delay(1000);
  const burst = tone([700], BURST_MS);
  const latenciesMs: number[] = [];
  for (let count = 0; count < Number(values.bursts); count += 1) {
    const startedMs = performance.now();
    supervisor.speak(burst);
    const arrived = () => caller.heard.find((frame) => frame.atMs > startedMs && levelDbfs(frame.samples) > LOUD_DBFS);
    await caller.until(() => arrived() !== undefined);
    latenciesMs.push(arrived()!.atMs - supervisor.spokeAtMs!);
    // Not in step with the ticks.
    await delay(PAUSE_MS + Math.random() * 20);
  }
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number) => latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(share * latenciesMs.length))]!;
  process.stdout.write(
    `socket to socket: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, of ${latenciesMs.length}\n`,
  );
  caller.close();
  supervisor.close();
} finally {
  await service.remove();
}
