import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const AUDIO_BYTES = 4000;
/** µ-law, 8 kHz, mono. */
const BYTES_PER_S = 8000;

/** The audio that a recognizer was sent, in the encoding that the request names. */
export interface HeardAudio {
  encoding: string | null;
  sampleRateHz: number;
  pieces: Buffer[];
}

/** As much of Deepgram as a test of a provider needs: a voice, its audio, and a recognizer that understands one sentence. */
export class FakeDeepgram {
  readonly apiKey = 'dg-key-of-the-tests-0123456789';
  readonly heard = 'Good morning from the recognizer.';
  readonly voice = 'aura-2-thalia-en';
  /** Of each stream. */
  readonly listened: HeardAudio[] = [];
  readonly #http = createServer((request, response) => this.#answer(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true });

  /** @param wideVoice what it says where PCM is asked for, at the rate that is */
  static async start(wideVoice: (sampleRateHz: number) => Buffer = () => NARROW_VOICE): Promise<FakeDeepgram> {
    const fake = new FakeDeepgram();
    fake.#http.on('upgrade', (request, socket, head) => {
      if (!fake.#isAuthorized(request)) {
        socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
        return;
      }
      fake.#sockets.handleUpgrade(request, socket, head, (peer) => {
        const { pathname, searchParams: asked } = new URL(request.url!, 'ws://deepgram');
        const sampleRateHz = Number(asked.get('sample_rate'));
        if (pathname === '/v1/speak') {
          speak(peer, asked.get('encoding') === 'linear16' ? wideVoice(sampleRateHz) : NARROW_VOICE);
          return;
        }
        const audio = { encoding: asked.get('encoding'), sampleRateHz, pieces: [] };
        fake.listened.push(audio);
        listen(peer, fake.heard, audio);
      });
    });
    fake.#http.listen(0, '127.0.0.1');
    await once(fake.#http, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const peer of this.#sockets.clients) peer.terminate();
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }

  #isAuthorized({ headers }: IncomingMessage): boolean {
    return headers.authorization?.toLowerCase() === `token ${this.apiKey}`.toLowerCase();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const isAuthorized = this.#isAuthorized(request);
    const tts = [{ name: 'thalia', canonical_name: this.voice, architecture: 'aura-2', languages: ['en'] }];
    response.writeHead(isAuthorized ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAuthorized ? { stt: [], tts } : { err_code: 'INVALID_AUTH' }));
  }
}

const NARROW_VOICE = Buffer.from(Array.from({ length: AUDIO_BYTES }, (_, index) => (index * 7) & 0xff));

/** https://developers.deepgram.com/docs/streaming-text-to-speech */
function speak(peer: WebSocket, voice: Buffer): void {
  peer.send(JSON.stringify({ type: 'Metadata', request_id: 'r', model_name: 'aura' }));
  peer.on('message', (data: Buffer) => {
    const { type } = JSON.parse(data.toString()) as { type: string };
    if (type === 'Close') peer.close(1000);
    if (type !== 'Flush') return;
    peer.send(voice);
    peer.send(JSON.stringify({ type: 'Flushed', sequence_id: 0 }));
  });
}

/** https://developers.deepgram.com/docs/finalize: the sentence is final when it is asked for. */
function listen(peer: WebSocket, transcript: string, { pieces }: HeardAudio): void {
  let heardBytes = 0;
  peer.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) {
      heardBytes += data.length;
      pieces.push(data);
      return;
    }
    const { type } = JSON.parse(data.toString()) as { type: string };
    if (type === 'CloseStream') peer.close(1000);
    if (type !== 'Finalize') return;
    const durationS = heardBytes / BYTES_PER_S;
    const words = [{ word: 'good', punctuated_word: 'Good', confidence: 0.9, start: 0, end: durationS }];
    peer.send(
      JSON.stringify({
        ...{ type: 'Results', is_final: true, speech_final: true, from_finalize: true, channel_index: [0, 1] },
        ...{ start: 0, duration: durationS, channel: { alternatives: [{ transcript, confidence: 0.9, words }] } },
      }),
    );
  });
}
