import type { SpeechToTextStream } from '@parley/conversation';
import type { VirtualTime } from '@parley/conversation/testing';
import type { DeepgramServer } from '@parley/providers/testing';
import { type AudibleWords, TruthRecognizer } from '../agent/truth-recognizer.ts';

/** From the caller's hand to the recognizer's ear: packets, a jitter buffer, a socket. */
const TRANSPORT_MS = 60;

/** Deepgram on loopback, which does not listen: the caller reports which words are being said. */
export class ToldRecognizer {
  readonly #server: DeepgramServer;
  readonly #stream: SpeechToTextStream;
  readonly #ended = new AbortController();
  #finalizes = 0;

  private constructor(server: DeepgramServer, stream: SpeechToTextStream) {
    this.#server = server;
    this.#stream = stream;
    void this.#tell();
  }

  static async open(server: DeepgramServer, time: VirtualTime, caller: AudibleWords, delayMs: number) {
    const delays = { partialMs: delayMs + TRANSPORT_MS, finalMs: delayMs };
    const signal = new AbortController().signal;
    return new ToldRecognizer(
      server,
      await new TruthRecognizer(time, caller, delays).open({ language: null, hints: [], signal }),
    );
  }

  /** The caller has sent a frame. */
  write(frame: Int16Array): void {
    this.#stream.write(frame, true);
    if (!this.#isListening || this.#server.finalizes <= this.#finalizes) return;
    this.#finalizes += 1;
    this.#stream.finalize();
  }

  close(): void {
    this.#ended.abort();
    this.#stream.close();
  }

  /** A server without a stream counts nothing. */
  get #isListening(): boolean {
    return this.#server.heardMs > 0;
  }

  async #tell(): Promise<void> {
    for await (const event of this.#stream) {
      if (this.#ended.signal.aborted) return;
      if (!this.#isListening) continue;
      const endMs = this.#server.heardMs;
      if (event.type === 'partial') this.#server.hear({ text: event.text, startMs: startOf(event.text, endMs), endMs });
      if (event.type === 'final') this.#server.settle({ text: event.text, startMs: startOf(event.text, endMs), endMs });
    }
  }
}

/** Words take about 300 ms each. */
const startOf = (text: string, endMs: number): number => Math.max(0, endMs - 300 * (1 + text.split(' ').length));
