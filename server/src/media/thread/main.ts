import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Pacer } from '@parley/rtp';
import type { MediaCommand, MediaMessage, MediaThreadData } from '../protocol.ts';
import { CallMedia } from './call-media.ts';
import { ThreadProviders } from './providers.ts';
import { RtpPorts } from './rtp-ports.ts';

/** Ahead of everything that is not paced by a clock; real-time threads of the system stay ahead of it. */
const MEDIA_NICENESS = -10;

/** The second composition root: this thread alone knows vendors, and owns its calls' sound whole. */
const data = workerData as MediaThreadData;
preferThisThread();
const port = parentPort!;
const post = (message: MediaMessage) => port.postMessage(message);

const pacer = new Pacer();
const rtpPorts = new RtpPorts(data);
const providers = await ThreadProviders.start(data.languageModels);
const calls = new Map<string, CallMedia>();

/** Linux: process id 0 is the calling thread (setpriority(2)), so nothing else is preferred. Where root is needed and not there, pacing does without. */
function preferThisThread(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, MEDIA_NICENESS);
  } catch {
    // EACCES or EPERM: an ordinary user may not.
  }
}

async function open(command: Extract<MediaCommand, { type: 'open' }>): Promise<void> {
  const { callId } = command;
  try {
    const call = await CallMedia.open({
      callId,
      agent: command.agent,
      recordingsDir: command.record ? data.recordingsDir : null,
      providers: providers.forAgent(command.agent),
      pacer,
      rtpPorts,
      onEvent: (event) => post({ type: 'event', callId, event }),
    });
    calls.set(callId, call);
    post({ type: 'opened', callId, port: call.port });
  } catch (error) {
    post({ type: 'open_failed', callId, message: error instanceof Error ? error.message : String(error) });
  }
}

async function close(callId: string): Promise<void> {
  const call = calls.get(callId);
  if (!call) return;
  calls.delete(callId);
  post({ type: 'closed', callId, result: await call.close() });
}

async function stop(): Promise<void> {
  await Promise.all([...calls.keys()].map(close));
  pacer.close();
  await providers.close();
  post({ type: 'stopped' });
  port.close();
}

function reportPacing(): void {
  const { count, over20, p50Ms, p99Ms, maxMs } = pacer.lateness;
  pacer.reset();
  post({ type: 'pacing', report: { count, over20, p50Ms, p99Ms, maxMs } });
}

port.on('message', (command: MediaCommand) => {
  switch (command.type) {
    case 'open':
      void open(command);
      return;
    case 'answer':
      calls.get(command.callId)?.answer(command.remote);
      return;
    case 'redirect':
      calls.get(command.callId)?.redirect(command.remote);
      return;
    case 'dtmf':
      calls.get(command.callId)?.dtmf(command.digit);
      return;
    case 'close':
      void close(command.callId);
      return;
    case 'report_pacing':
      reportPacing();
      return;
    case 'stop':
      void stop();
      return;
  }
});

post({ type: 'ready' });
