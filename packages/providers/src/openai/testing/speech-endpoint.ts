import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { wavHeader } from '@parley/audio';

const RATE_HZ = 24_000;
const PIECES_BYTES = [1001, 4097, 7, 2222];
const MAX_CLAUSES = 100;

export interface SpeechBody {
  model: string;
  voice: unknown;
  input: string;
  response_format?: string;
  stream_format?: string;
}

/** `POST /audio/speech`: samples that only this text has, in pieces that end within samples. */
export class SpeechEndpoint {
  clauses: string[] = [];
  bodies: SpeechBody[] = [];
  /** A server that knows no WAV, as OpenAI's is not. */
  refusesWav = false;
  /** Sends this in the place of audio. */
  instead: { type: string; body: string | Buffer } | null = null;
  #held: (() => void) | null = null;
  #holdsNext = false;

  holdNext(): void {
    this.#holdsNext = true;
  }

  release(): void {
    this.#holdsNext = false;
    this.#held?.();
    this.#held = null;
  }

  audioOf(text: string): Int16Array {
    const seed = createHash('sha256').update(text).digest();
    return Int16Array.from({ length: RATE_HZ / 2 }, (_, index) => ((seed[index % 32]! << 8) | (index & 0xff)) - 0x8000);
  }

  serve(body: SpeechBody, response: ServerResponse): void {
    this.bodies = [...this.bodies, body].slice(-MAX_CLAUSES);
    const { response_format: format = 'mp3', input } = body;
    if (this.refusesWav && format === 'wav') {
      response.writeHead(400).end(JSON.stringify({ error: { message: "response_format 'wav' is not supported" } }));
      return;
    }
    this.clauses = [...this.clauses, input].slice(-MAX_CLAUSES);
    if (this.instead) {
      response.writeHead(200, { 'content-type': this.instead.type }).end(this.instead.body);
      return;
    }
    const samples = Buffer.from(this.audioOf(input).buffer);
    // As a server that streams: the size is not known yet.
    const header = wavHeader({ sampleRateHz: RATE_HZ, channels: 1, dataBytes: 0xffff_ffff });
    const bytes = format === 'wav' ? Buffer.concat([header, samples]) : samples;
    response.writeHead(200, { 'content-type': format === 'wav' ? 'audio/wav' : 'audio/pcm' });
    const [first, ...rest] = piecesOf(bytes);
    response.write(first);
    const send = (): void => {
      for (const piece of rest) response.write(piece);
      response.end();
    };
    if (!this.#holdsNext) {
      send();
      return;
    }
    this.#holdsNext = false;
    this.#held = send;
  }
}

function piecesOf(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const size = PIECES_BYTES[pieces.length % PIECES_BYTES.length]!;
    pieces.push(bytes.subarray(offset, offset + size));
    offset += size;
  }
  return pieces;
}
