import { Resampler, SAMPLE_RATE_HZ } from '@parley/audio';
import type { WebSocket } from 'ws';
import type { InstalledModel } from '../../open-models/installed-models.ts';
import type { OfflineTts } from './library.ts';
import { type LoadedModels, ModelRefusal } from './loaded-models.ts';
import type { SpeakCommand, SpeakReport } from './protocol.ts';
import type { SynthesisQueue } from './synthesis-queue.ts';

/** Pieces of audio short enough not to block other work. */
const PIECE_SAMPLES = SAMPLE_RATE_HZ;

export interface SpeakingOptions {
  socket: WebSocket;
  voices: LoadedModels<OfflineTts>;
  queue: SynthesisQueue;
}

/** What one call says, a clause in each context. */
export class Speaking {
  readonly #options: SpeakingOptions;
  /** Contexts whose speech is still wanted. */
  readonly #wanted = new Set<string>();

  constructor(options: SpeakingOptions) {
    this.#options = options;
    const { socket } = options;
    socket.on('message', (message) => this.#receive(JSON.parse(String(message)) as SpeakCommand));
    socket.on('close', () => this.#wanted.clear());
  }

  #receive(command: SpeakCommand): void {
    const { context } = command;
    if (command.type === 'cancel') {
      this.#wanted.delete(context);
      return;
    }
    this.#wanted.add(context);
    this.#options.queue.add(() => this.#say(command));
  }

  async #say(command: Extract<SpeakCommand, { type: 'speak' }>): Promise<void> {
    const { context } = command;
    if (!this.#wanted.has(context)) return;
    try {
      await this.#generate(command);
      this.#report({ type: 'done', context });
    } catch (cause) {
      const retryable = !(cause instanceof ModelRefusal);
      this.#report({ type: 'error', context, message: (cause as Error).message, retryable });
    }
    this.#wanted.delete(context);
  }

  async #generate({ context, text, voice, sampleRateHz }: Extract<SpeakCommand, { type: 'speak' }>): Promise<void> {
    const { voices } = this.#options;
    const [name = '', speaker = null] = voice.split(':');
    const model = await voices.find(name, 'voice');
    const sid = speakerOf(model, speaker);
    // The library has no words for what has none, and calls it a failure.
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    let hasSpoken = false;
    try {
      const tts = await voices.use(model);
      const resampler = new Resampler(tts.sampleRate, sampleRateHz);
      await tts.generateAsync({
        ...{ text, sid, speed: 1, enableExternalBuffer: false },
        onProgress: ({ samples }) => {
          const isWanted = this.#wanted.has(context);
          if (isWanted) this.#send(context, resampler.process(soundOf(samples)));
          hasSpoken = true;
          return isWanted;
        },
      });
      this.#send(context, resampler.flush());
    } catch (cause) {
      if (hasSpoken) throw cause;
      // It will not do better: another voice may know these characters.
      throw new ModelRefusal(422, `the voice ${name} says nothing for this text: ${(cause as Error).message}`);
    } finally {
      voices.release(model);
    }
  }

  #send(context: string, samples: Int16Array): void {
    for (let from = 0; from < samples.length; from += PIECE_SAMPLES) {
      const { buffer, byteOffset, byteLength } = samples.subarray(from, from + PIECE_SAMPLES);
      this.#report({ type: 'audio', context, audio: Buffer.from(buffer, byteOffset, byteLength).toString('base64') });
    }
  }

  #report(report: SpeakReport): void {
    if (this.#wanted.has(report.context)) this.#options.socket.send(JSON.stringify(report));
  }
}

/** @throws ModelRefusal */
function speakerOf({ name, voice }: InstalledModel, speaker: string | null): number {
  const { speakers } = voice!;
  if (speaker === null) return speakers[0]?.sid ?? 0;
  const found = speakers.find(({ id }) => id === speaker);
  if (found) return found.sid;
  throw new ModelRefusal(404, `the voice ${name} has no speaker ${speaker}`);
}

const soundOf = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
