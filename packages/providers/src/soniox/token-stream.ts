import { FRAME_MS } from '@parley/audio';
import { RecognitionStream, type RecognitionStreamOptions } from '../recognition/recognition-stream.ts';
import { type ErrorMessage, failureOf } from './connection.ts';
import { languageOf, type Token, textOf, wordsOf } from './heard-tokens.ts';

/** Within twenty seconds something has to be sent (https://soniox.com/docs/stt/rt/connection-keepalive). */
const KEEP_ALIVE_MS = 7000;
/** Final tokens that end a part: its speech is over, or it was asked for. */
const ENDED = '<end>';
const FINALIZED = '<fin>';

interface Message extends ErrorMessage {
  /** Final ones, each sent once, then all that may still change. */
  tokens?: Token[];
}

/** Words from one `finalize` to the next. */
interface Utterance {
  /** Its first word, as it was first heard: by it the events of one utterance belong together. */
  startMs: number | null;
  /** Where in the stream it was ended; null while it goes on. */
  endMs: number | null;
  final: Token[];
  /** How often it was ended: what has no voice is not asked for again. */
  asked: number;
}

const newUtterance = (): Utterance => ({ startMs: null, endMs: null, final: [], asked: 1 });

/** One session of real-time recognition (https://soniox.com/docs/stt/rt/real-time-transcription). */
export class TokenStream extends RecognitionStream<Message> {
  /** Oldest first; the last one is what is being said. */
  #utterances: Utterance[] = [newUtterance()];
  /** Voice was written whose end was not asked for. */
  #hasVoice = false;
  /** Of the stream, where the newest voice ended. */
  #voiceEndMs = 0;
  #language: string | null = null;

  constructor(options: Omit<RecognitionStreamOptions, 'keepAlive' | 'closeMessage' | 'reserveMs'>) {
    super({ ...options, keepAlive: { message: { type: 'keepalive' }, everyMs: KEEP_ALIVE_MS } });
  }

  /** Sessions that are asked too often may be disconnected: silence is answered here. */
  finalize(): void {
    if (this.isClosed) return;
    const current = this.#utterances.at(-1)!;
    const asked = this.#utterances.at(-2);
    if (this.#hasVoice || current.startMs !== null) this.#ask(current);
    else if (asked) asked.asked += 1;
    else this.#answerSilence();
  }

  protected heard(voiced: boolean): void {
    if (!voiced) return;
    this.#hasVoice = true;
    this.#voiceEndMs = this.writtenMs + FRAME_MS;
  }

  protected sendAudio(audio: Uint8Array): void {
    this.send(audio);
  }

  protected received(message: Message): void {
    const failure = failureOf(this.vendor, message);
    if (failure) throw failure;
    const { tokens = [] } = message;
    const heard = new Set<Utterance>();
    for (const token of tokens.filter((token) => token.is_final)) this.#hearFinal(token, heard);
    this.#hearChanging(
      tokens.filter((token) => !token.is_final),
      heard,
    );
  }

  #ask(current: Utterance): void {
    current.endMs = this.writtenMs;
    this.#hasVoice = false;
    this.#utterances.push(newUtterance());
    if (this.pendingMs > 0) this.send(this.takeAudio());
    // Silence that was sent already, which the vendor would add otherwise.
    this.send({ type: 'finalize', trailing_silence_ms: Math.max(0, this.writtenMs - this.#voiceEndMs) });
  }

  #hearFinal(token: Token, heard: Set<Utterance>): void {
    const utterance = this.#utterances[0]!;
    if (token.text === ENDED) {
      heard.delete(utterance);
      this.#end(utterance);
    } else if (token.text === FINALIZED) {
      heard.delete(utterance);
      this.#settle(utterance);
    } else {
      utterance.final.push(token);
      utterance.startMs ??= token.start_ms ?? null;
      heard.add(utterance);
    }
  }

  /** Each belongs to the utterance that went on while it was said. */
  #hearChanging(tokens: readonly Token[], heard: Set<Utterance>): void {
    const changing = new Map<Utterance, Token[]>([...heard].map((utterance) => [utterance, []]));
    for (const token of tokens) {
      const startMs = token.start_ms ?? Number.POSITIVE_INFINITY;
      const utterance = this.#utterances.find(({ endMs }) => endMs === null || startMs < endMs)!;
      utterance.startMs ??= token.start_ms ?? null;
      changing.set(utterance, [...(changing.get(utterance) ?? []), token]);
    }
    for (const [{ final, startMs }, rest] of changing) {
      const tokens = [...final, ...rest];
      const text = textOf(tokens);
      const wordsEndMs = tokens.at(-1)?.end_ms;
      const times = wordsEndMs === undefined ? {} : { wordsEndMs };
      if (text !== '') this.emit({ type: 'partial', text, startMs, untilMs: null, ...times });
    }
  }

  /** By its own judgement. Where the end was asked for as well, `<fin>` is still to come. */
  #end(utterance: Utterance): void {
    if (utterance.final.length === 0) return;
    this.#tell(utterance);
    utterance.final = [];
    utterance.startMs = null;
    if (utterance.endMs === null) this.#hasVoice = false;
    this.emit({ type: 'turn', stage: 'over' });
  }

  #settle(utterance: Utterance): void {
    // It was not asked for.
    if (utterance.endMs === null) return;
    this.#utterances.shift();
    this.#tell(utterance);
    for (let again = 1; again < utterance.asked; again += 1) this.#answerSilence();
  }

  #answerSilence(): void {
    this.emit({ type: 'final', text: '', words: [], startMs: null });
  }

  #tell({ final, startMs }: Utterance): void {
    const language = languageOf(final);
    if (language !== null && language !== this.#language) {
      this.#language = language;
      this.emit({ type: 'language', language });
    }
    this.emit({ type: 'final', text: textOf(final), words: wordsOf(final), startMs });
  }
}
