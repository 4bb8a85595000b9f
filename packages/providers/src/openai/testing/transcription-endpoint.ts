import type { ServerResponse } from 'node:http';
import { readWav } from '@parley/audio';
import { splitWithinCharacter } from '../../testing/vendor-server.ts';

/** An upload to `POST /audio/transcriptions`. */
export interface Upload {
  fields: Record<string, string>;
  sampleRateHz: number;
  samples: Int16Array;
  /** How long its audio is. */
  durationMs: number;
  /** Milliseconds of it that are not silent. */
  loudMs: number;
  /** Aborts when the client goes away before the answer. */
  abandoned: AbortSignal;
}

export interface TranscriptAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** The body as it is; an object is sent as JSON. */
  body: string | object;
}

export type Transcriber = (upload: Upload) => TranscriptAnswer | Promise<TranscriptAnswer>;

/** What is kept of them is little beside what a client may keep. */
const MAX_UPLOADS = 20;

/** `POST /audio/transcriptions` (https://developers.openai.com/api/reference/resources/audio). */
export class TranscriptionEndpoint {
  uploads: Upload[] = [];
  /** The body of every answer leaves in two pieces, cut within a character. */
  splitsCharacters = false;
  /** Uploads whose client went away before the answer. */
  abandoned = 0;
  answer: Transcriber = ({ fields }) =>
    fields.response_format === 'verbose_json'
      ? { body: { task: 'transcribe', language: 'en', duration: 1, text: 'Hello there.', words: [] } }
      : { body: { text: 'Hello there.' } };

  async serve(body: Buffer, contentType: string, response: ServerResponse, changed: () => void): Promise<void> {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    const fields: Record<string, string> = {};
    let wav = new Uint8Array(0);
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value;
      else wav = new Uint8Array(await value.arrayBuffer());
    }
    const { sampleRateHz, samples } = readWav(wav);
    const loud = samples.filter((sample) => Math.abs(sample) > 500).length;
    const ms = (count: number): number => (count / sampleRateHz) * 1000;
    const gone = new AbortController();
    const abandoned = gone.signal;
    const upload = { fields, sampleRateHz, samples, durationMs: ms(samples.length), loudMs: ms(loud), abandoned };
    response.on('close', () => {
      if (!response.writableFinished) {
        this.abandoned += 1;
        gone.abort();
      }
      changed();
    });
    this.uploads = [...this.uploads, upload].slice(-MAX_UPLOADS);
    changed();
    const { status = 200, headers = {}, body: answer } = await this.answer(upload);
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const type = typeof answer === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    for (const piece of this.splitsCharacters ? splitWithinCharacter(text) : [text]) response.write(piece);
    response.end();
  }
}
