import type { WebSocket } from 'ws';
import { audioPieces, widePieces } from '../../testing/clause-audio.ts';
import { audioFrame, type Frame, frameOf, jsonFrame } from './frames.ts';

const BYTES_PER_MS = 8;
const TICKS_PER_MS = 10_000;
const STREAM_ID = 'A1B2C3D4E5F60718293A4B5C6D7E8F90';
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Request {
  id: string;
  /** What is still to be sent. */
  pending: (string | Buffer)[];
  isHeld: boolean;
}

interface SynthesisContext {
  synthesis: { audio: { outputFormat: string; metadataOptions: { wordBoundaryEnabled: boolean } } };
}

/** A connection of speech: one request at a time. */
export class SpeakingSocket {
  /** Documents that came. */
  readonly documents: string[] = [];
  stopped = 0;
  readonly #socket: WebSocket;
  readonly #sendText: (text: string) => void;
  /** Called with every clause; whether it is to be held. */
  readonly #onClause: (text: string) => boolean;
  #isConfigured = false;
  #context: { requestId: string; isWide: boolean; hasWords: boolean } | null = null;
  #request: Request | null = null;

  constructor(socket: WebSocket, sendText: (text: string) => void, onClause: (text: string) => boolean) {
    this.#socket = socket;
    this.#sendText = sendText;
    this.#onClause = onClause;
  }

  release(): void {
    if (this.#request) this.#request.isHeld = false;
    this.#speak();
  }

  received(bytes: Buffer, isBinary: boolean): void {
    try {
      this.#obey(frameOf(bytes, isBinary));
    } catch (cause) {
      this.#socket.close(1007, (cause as Error).message);
    }
  }

  #obey({ path, requestId, body }: Frame): void {
    const text = body.toString('utf8');
    if (path === 'speech.config') this.#isConfigured = JSON.parse(text).context !== undefined;
    else if (!this.#isConfigured) throw new Error('speech.config is missing');
    else if (path === 'synthesis.control') this.#stop(requestId);
    else if (this.#request) throw new Error('a request is under way');
    else if (path === 'synthesis.context') this.#prepare(requestId, JSON.parse(text) as SynthesisContext);
    else if (path === 'ssml') this.#begin(requestId, text);
    else throw new Error(`there is no ${path}`);
  }

  #prepare(requestId: string, { synthesis: { audio } }: SynthesisContext): void {
    const isWide = audio.outputFormat === 'raw-16khz-16bit-mono-pcm';
    if (!isWide && audio.outputFormat !== 'raw-8khz-8bit-mono-mulaw')
      throw new Error(`no format ${audio.outputFormat}`);
    this.#context = { requestId, isWide, hasWords: audio.metadataOptions.wordBoundaryEnabled };
  }

  #begin(id: string, document: string): void {
    if (this.#context?.requestId !== id) throw new Error('synthesis.context is missing');
    this.documents.push(document);
    if (this.documents.length > 100) this.documents.shift();
    const text = textOf(document);
    const isHeld = this.#onClause(text);
    const audio = this.#context.isWide ? widePieces(text) : audioPieces(text);
    const pieces = audio.map((piece) => audioFrame(id, STREAM_ID, piece));
    const words = this.#context.hasWords ? boundariesOf(id, text) : [];
    const end = [audioFrame(id, STREAM_ID, Buffer.alloc(0)), jsonFrame('turn.end', id, {})];
    this.#request = { id, pending: [...pieces, ...words, ...end], isHeld };
    this.#sendText(jsonFrame('turn.start', id, { context: { serviceTag: '4d1c' } }));
    this.#sendText(jsonFrame('response', id, { audio: { type: 'inline', streamId: STREAM_ID } }));
    if (isHeld) this.#send(this.#request.pending.shift()!);
    this.#speak();
  }

  #speak(): void {
    const request = this.#request;
    if (!request || request.isHeld) return;
    this.#request = null;
    for (const message of request.pending) this.#send(message);
  }

  /** What is on its way comes all the same. */
  #stop(id: string): void {
    this.stopped += 1;
    const request = this.#request;
    if (request?.id !== id) return;
    this.#request = null;
    this.#send(request.pending[0]!);
    this.#sendText(jsonFrame('turn.end', id, {}));
  }

  #send(message: string | Buffer): void {
    if (typeof message === 'string') this.#sendText(message);
    else this.#socket.send(message);
  }
}

/** What a document says; throws where it is none. */
function textOf(document: string): string {
  const [, language, voice, content = ''] =
    /^<speak [^<>]*xml:lang="([a-z]{2,3}-[A-Z]{2})"><voice name="([^"<&]+)">(.*)<\/voice><\/speak>$/s.exec(document) ??
    [];
  const said = /^<lang xml:lang="[^"<&]+">(.*)<\/lang>$/s.exec(content)?.[1] ?? content;
  if (language === undefined || said.includes('<') || /&(?!(?:amp|lt|gt|quot|apos);)/.test(said))
    throw new Error('Ssml should be valid XML');
  if (!/^[a-z]{2,3}-[A-Z]{2}-\w+$/.test(voice!)) throw new Error(`Unsupported voice ${voice}`);
  return said.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]!);
}

/** Words share the time of the audio; what is around them is not theirs. */
function boundariesOf(id: string, text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word);
  const bytes = audioPieces(text).reduce((sum, { length }) => sum + length, 0);
  const each = Math.floor(((bytes / BYTES_PER_MS) * TICKS_PER_MS) / Math.max(1, words.length));
  return words.map((word, index) =>
    jsonFrame('audio.metadata', id, {
      Metadata: [
        {
          Type: 'WordBoundary',
          Data: {
            Offset: index * each,
            Duration: each,
            text: { Text: word, Length: word.length, BoundaryType: 'WordBoundary' },
          },
        },
      ],
    }),
  );
}
