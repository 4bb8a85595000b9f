import { FRAME_MS } from '@parley/audio';
import { OpenAiServer } from '../../openai/testing/openai-server.ts';
import type { TranscriptAnswer, Upload } from '../../openai/testing/transcription-endpoint.ts';
import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';

/** An upload that is not answered yet. */
interface OpenUpload {
  upload: Upload;
  answer(answer: TranscriptAnswer): void;
}

/** A server to which utterances are uploaded, and which has heard what a test says that it has. */
export class TranscriptionServer extends OpenAiServer {
  #open: OpenUpload[] = [];
  #settled = 0;
  #heardMs = 0;

  constructor() {
    super();
    this.transcription.answer = (upload) => this.#take(upload);
  }

  override get heardMs(): number {
    return this.#heardMs;
  }

  /** Uploads whose words are final, or that wait for words. */
  override get finalizes(): number {
    return this.#settled + this.#open.length;
  }

  override hear({ text }: HeardSpeech): void {
    this.#answer(text, 0);
  }

  override settle({ text }: HeardSpeech, behind = 0): void {
    this.#settled += 1;
    this.#answer(text, behind);
  }

  #take(upload: Upload): TranscriptAnswer | Promise<TranscriptAnswer> {
    // What warms a model up has no words.
    if (upload.loudMs === 0) return { body: { text: '' } };
    // The resampler keeps a part of the last frame.
    this.#heardMs = Math.ceil(upload.durationMs / FRAME_MS) * FRAME_MS;
    return new Promise((answer) => {
      const waiting: OpenUpload = { upload, answer };
      this.#open.push(waiting);
      upload.abandoned.addEventListener('abort', () => {
        this.#open = this.#open.filter((one) => one !== waiting);
      });
      this.changed();
    });
  }

  #answer(text: string, index: number): void {
    const [waiting] = this.#open.splice(index, 1);
    if (!waiting) throw new Error('nothing was uploaded');
    const isVerbose = waiting.upload.fields.response_format === 'verbose_json';
    waiting.answer({ body: isVerbose ? { task: 'transcribe', language: 'en', text, words: [] } : { text } });
  }
}
