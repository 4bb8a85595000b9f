import type { IncomingMessage, ServerResponse } from 'node:http';
import { audioSamples } from '../../testing/clause-audio.ts';
import type { HeardSpeech, SpeechToTextServer } from '../../testing/conformance/speech-to-text-fixture.ts';
import type { TextToSpeechServer } from '../../testing/conformance/text-to-speech.ts';
import { type VendorPeer, VendorServer } from '../../testing/vendor-server.ts';
import type { HeardTurn } from './heard-turn.ts';
import { ListeningSocket } from './listening-socket.ts';
import { SpeakingSocket } from './speaking-socket.ts';

const MAX_CLAUSES = 100;

/** Azure AI Speech on loopback, as a resource with a domain of its own: recognition, speech, and voices. */
export class AzureServer extends VendorServer implements SpeechToTextServer, TextToSpeechServer {
  readonly clauses: string[] = [];
  /** Addresses of the sockets that were taken. */
  readonly urls: URL[] = [];
  /** In the order in which they began, whatever the connection. */
  readonly turns: HeardTurn[] = [];
  messages = 0;
  readonly #sockets = new Map<VendorPeer, ListeningSocket | SpeakingSocket>();
  #holdsNext = false;

  get heardMs(): number {
    return this.turns.reduce((sum, turn) => sum + turn.heardMs, 0);
  }

  get finalizes(): number {
    return this.turns.filter(({ isEnded }) => isEnded).length;
  }

  get speaking(): SpeakingSocket[] {
    return [...this.#sockets.values()].filter((socket) => socket instanceof SpeakingSocket);
  }

  hear(speech: HeardSpeech): void {
    const turn = this.turns.findLast((one) => this.#baseOf(one) <= speech.startMs)!;
    turn.hypothesis(this.#within(turn, speech));
  }

  settle(speech: HeardSpeech): void {
    const turn = this.turns.find(({ isEnded, isSettled }) => isEnded && !isSettled)!;
    turn.phrase(this.#within(turn, speech));
    turn.end();
  }

  /** Closes what hears no turn at the moment, as the service does after a while. */
  closeIdle(): void {
    for (const [peer, socket] of this.#sockets)
      if (socket instanceof ListeningSocket && socket.isIdle) peer.socket.close(1000, 'idle');
  }

  audioOf(text: string): Int16Array {
    return audioSamples(text);
  }

  holdNext(): void {
    this.#holdsNext = true;
  }

  release(): void {
    for (const socket of this.speaking) socket.release();
  }

  protected override isAuthorized({ headers }: IncomingMessage): boolean {
    return headers['ocp-apim-subscription-key'] === this.apiKey;
  }

  protected override connected(peer: VendorPeer): void {
    this.urls.push(peer.url);
    const send = (text: string): void => this.sendText(peer, text);
    const { pathname } = peer.url;
    if (pathname === '/stt/speech/universal/v2')
      this.#sockets.set(peer, new ListeningSocket(peer.socket, send, (turn) => this.turns.push(turn)));
    else if (pathname === '/tts/cognitiveservices/websocket/v1')
      this.#sockets.set(peer, new SpeakingSocket(peer.socket, send, (text) => this.#note(text)));
    else peer.socket.close(1008, 'no such path');
    peer.socket.on('close', () => this.#sockets.delete(peer));
  }

  protected override received(peer: VendorPeer, message: Buffer, isBinary: boolean): void {
    this.messages += 1;
    this.#sockets.get(peer)?.received(message, isBinary);
  }

  protected override requested(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', this.baseUrl);
    const list = pathname === '/tts/cognitiveservices/voices/list' ? VOICES : null;
    response.writeHead(list ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(list));
  }

  #note(text: string): boolean {
    this.clauses.push(text);
    if (this.clauses.length > MAX_CLAUSES) this.clauses.shift();
    const isHeld = this.#holdsNext;
    this.#holdsNext = false;
    return isHeld;
  }

  #baseOf(turn: HeardTurn): number {
    return this.turns.slice(0, this.turns.indexOf(turn)).reduce((sum, before) => sum + before.heardMs, 0);
  }

  #within(turn: HeardTurn, { text, startMs, endMs }: HeardSpeech): HeardSpeech {
    const baseMs = this.#baseOf(turn);
    return { text, startMs: startMs - baseMs, endMs: endMs - baseMs };
  }
}

const VOICES = [
  {
    Name: 'Microsoft Server Speech Text to Speech Voice (en-US, AvaMultilingualNeural)',
    DisplayName: 'Ava Multilingual',
    ShortName: 'en-US-AvaMultilingualNeural',
    Gender: 'Female',
    Locale: 'en-US',
    LocaleName: 'English (United States)',
    SecondaryLocaleList: ['de-DE', 'es-ES'],
    SampleRateHertz: '24000',
    VoiceType: 'Neural',
    Status: 'GA',
  },
  {
    DisplayName: 'Katja',
    ShortName: 'de-DE-KatjaNeural',
    Gender: 'Female',
    Locale: 'de-DE',
    LocaleName: 'German (Germany)',
    SampleRateHertz: '24000',
    VoiceType: 'Neural',
    Status: 'GA',
  },
  { DisplayName: 'Old', ShortName: 'de-DE-OldNeural', Locale: 'de-DE', LocaleName: 'German', Status: 'Deprecated' },
];
