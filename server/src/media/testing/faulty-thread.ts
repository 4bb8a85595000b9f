import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MessageChannel, workerData } from 'node:worker_threads';
import type { VoiceActivityDetector } from '@parley/conversation';
import type { MediaAgent } from '../media.ts';
import type { MediaThreadData } from '../protocol.ts';
import { type ProviderSource, runMediaThread } from '../thread/media-calls.ts';
import type { AgentProviders } from '../thread/providers.ts';
import { instantProviders } from './instant-providers.ts';

/** Begun for no call: what it throws has no known owner. */
const { port1: shared, port2: sharedEnd } = new MessageChannel();
sharedEnd.on('message', () => {
  throw new Error('what all calls share is broken');
});
// A port that is listened to keeps a thread from ending.
sharedEnd.unref();

const data = workerData as MediaThreadData;
const fileOf = (name: string) => path.join(data.recordingsDir, name);

/** What happens when a voice is heard in a call whose prompt names it. */
const faults: Record<string, () => void> = {
  'throws in a tick': () => {
    throw new Error('the detector is broken');
  },
  'throws in a timer': () => {
    setTimeout(() => {
      throw new Error('a timer is broken');
    });
  },
  'rejects unheard': () => {
    void Promise.reject(new Error('an unhandled rejection'));
  },
  'throws for no call': () => shared.postMessage(null),
  'kills the thread': () => process.exit(1),
  /** Makes the file `blocked`, and does nothing until there is a file `unblocked`. */
  'blocks the thread': () => {
    if (existsSync(fileOf('unblocked'))) return;
    writeFileSync(fileOf('blocked'), '');
    const never = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(fileOf('unblocked'))) Atomics.wait(never, 0, 0, 10);
  },
};

class FaultyDetector implements VoiceActivityDetector {
  readonly #detector: VoiceActivityDetector;
  readonly #fault: (() => void) | undefined;

  constructor(detector: VoiceActivityDetector, fault: (() => void) | undefined) {
    this.#detector = detector;
    this.#fault = fault;
  }

  get speech(): number {
    return this.#detector.speech;
  }

  get isPitched(): boolean {
    return this.#detector.isPitched;
  }

  get prosody(): VoiceActivityDetector['prosody'] {
    return this.#detector.prosody;
  }

  isSpeech(frame: Int16Array): boolean {
    const isSpeech = this.#detector.isSpeech(frame);
    if (isSpeech) this.#fault?.();
    return isSpeech;
  }

  close(): void {
    if (this.#fault) throw new Error('the detector cannot be closed');
  }
}

class FaultyProviders implements ProviderSource {
  async forAgent(agent: MediaAgent): Promise<AgentProviders> {
    const providers = instantProviders();
    const fault = faults[agent.prompt.template];
    return { ...providers, vad: new FaultyDetector(providers.vad, fault) };
  }

  async close(): Promise<void> {}
}

await runMediaThread(data, async () => new FaultyProviders());
