import type { HeardWord } from '@parley/conversation/provider';
import { RecognitionStream, type RecognitionStreamOptions } from '../recognition/recognition-stream.ts';
import { codedFailure } from './connection.ts';

/** Shorter pieces are refused (close code 3007). */
const MIN_PIECE_MS = 50;
/** Ends of turns that are remembered: formatted text may come behind them. */
const REMEMBERED_TURNS = 16;

interface Word {
  text: string;
  /** Milliseconds of the session. */
  start: number;
  end: number;
}

interface Message {
  type: 'Begin' | 'SpeechStarted' | 'Turn' | 'Termination' | 'Error';
  turn_order?: number;
  end_of_turn?: boolean;
  /** Words that do not change any more. */
  transcript?: string;
  /** Set when a pause was noticed, which may be the end. */
  utterance?: string;
  /** All words, those that may change among them. */
  words?: Word[];
  language_code?: string | null;
  error_code?: number;
  error?: string;
}

/** A turn that is not over. */
interface Turn {
  startMs: number | null;
  text: string;
  isLikelyOver: boolean;
}

/** One session of Universal Streaming (https://www.assemblyai.com/docs/streaming/message-sequence). */
export class UniversalStream extends RecognitionStream<Message> {
  readonly #turns = new Map<number, Turn>();
  #ended: number[] = [];
  /** How often `finalize` was called, for each turn whose end was asked for. */
  #asked: number[] = [];
  /** Voice was written for which no end was asked. */
  #hasVoice = false;
  #language: string | null = null;

  constructor(options: Omit<RecognitionStreamOptions, 'keepAlive' | 'closeMessage' | 'reserveMs'>) {
    // Sessions are charged by the time that they last.
    super({ ...options, closeMessage: { type: 'Terminate' }, reserveMs: MIN_PIECE_MS });
  }

  finalize(): void {
    if (this.isClosed) return;
    const isOpen = this.#hasVoice || this.#turns.size > this.#asked.length;
    if (!isOpen && this.#asked.length === 0) this.emit({ type: 'final', text: '', words: [], startMs: null });
    else if (!isOpen) this.#asked.push(this.#asked.pop()! + 1);
    else this.#ask();
  }

  protected heard(voiced: boolean): void {
    if (voiced) this.#hasVoice = true;
  }

  protected sendAudio(audio: Uint8Array): void {
    this.send(audio);
  }

  protected received(message: Message): void {
    if (message.type === 'Begin') this.begin();
    else if (message.type === 'Turn') this.#hearTurn(message);
    else if (message.type === 'Error') throw codedFailure(this.vendor, message.error_code ?? 0, message.error ?? '');
  }

  #ask(): void {
    this.#asked.push(1);
    this.#hasVoice = false;
    if (this.pendingMs >= MIN_PIECE_MS) this.send(this.takeAudio());
    this.send({ type: 'ForceEndpoint' });
  }

  #hearTurn({ turn_order: order = 0, end_of_turn: isEnd = false, ...message }: Message): void {
    if (this.#ended.includes(order)) return;
    const { words = [], transcript = '', utterance = '', language_code: language } = message;
    if (language && language !== this.#language) {
      this.#language = language;
      this.emit({ type: 'language', language });
    }
    const turn = this.#turns.get(order) ?? { startMs: null, text: '', isLikelyOver: false };
    turn.startMs ??= words[0]?.start ?? null;
    if (isEnd) {
      this.#endTurn(order, turn, { text: transcript, words });
      return;
    }
    this.#turns.set(order, turn);
    this.#hearWords(turn, words, utterance !== '');
  }

  #hearWords(turn: Turn, words: Word[], isPause: boolean): void {
    const text = words.map((word) => word.text).join(' ');
    if (turn.isLikelyOver && text !== turn.text) {
      turn.isLikelyOver = false;
      this.emit({ type: 'turn', stage: 'resumed' });
    }
    turn.text = text;
    const last = words.at(-1);
    if (text !== '' && last)
      this.emit({ type: 'partial', text, startMs: turn.startMs, untilMs: null, wordsEndMs: last.end });
    if (!isPause || turn.isLikelyOver) return;
    turn.isLikelyOver = true;
    this.emit({ type: 'turn', stage: 'likely' });
  }

  #endTurn(order: number, { startMs }: Turn, { text, words }: { text: string; words: Word[] }): void {
    this.#turns.delete(order);
    this.#ended = [...this.#ended, order].slice(-REMEMBERED_TURNS);
    this.emit({ type: 'final', text, words: words.map(heardWord), startMs });
    const asked = this.#asked.shift();
    for (let again = 1; again < (asked ?? 1); again += 1)
      this.emit({ type: 'final', text: '', words: [], startMs: null });
    // What it was asked for is not its own judgement.
    if (asked === undefined) this.emit({ type: 'turn', stage: 'over' });
  }
}

const heardWord = ({ text, start, end }: Word): HeardWord => ({ text, startMs: start, endMs: end });
