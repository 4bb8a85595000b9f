import type { HeardWord } from '@parley/conversation/provider';
import { type FluxTurnInfo, fluxMessage } from './flux-messages.ts';
import { FINAL_LIMIT_MS, type ListenDialogue, type ListenStreamPort } from './listen-dialogue.ts';
import { WrittenVoices } from './written-voices.ts';

/** Turns that are remembered for words that come late. */
const REMEMBERED = 8;

interface Turn {
  index: number;
  /** Its first voice in the stream: by it the events of one turn belong together. */
  startMs: number;
  text: string;
}

/** A `ForceEndTurn` without an answer. */
interface Question {
  /** Where in the stream. */
  atMs: number;
  deadlineMs: number;
}

/**
 * The protocol of Flux: turns, whose end the model tells (https://developers.deepgram.com/docs/flux/state). `finalize`
 * forces the end; where no turn is open that is ignored, and so is waited for with a limit.
 */
export class FluxDialogue implements ListenDialogue {
  readonly #port: ListenStreamPort;
  readonly #voices = new WrittenVoices();
  #turns: Turn[] = [];
  #questions: Question[] = [];
  /** The turn that goes on, by its index; null between turns. */
  #open: number | null = null;
  #endedMs = 0;
  #language: string | null = null;

  constructor(port: ListenStreamPort) {
    this.#port = port;
  }

  advance(writtenMs: number, voiced: boolean): void {
    this.#voices.advance(writtenMs, voiced);
    while (this.#questions[0] && this.#questions[0].deadlineMs <= this.#port.nowMs())
      this.#giveUp(this.#questions.shift()!);
  }

  finalize(writtenMs: number): void {
    if (this.#open === null && this.#voices.lastVoiceMs <= this.#endedMs) {
      this.#tellNothing();
      return;
    }
    this.#questions.push({ atMs: writtenMs, deadlineMs: this.#port.nowMs() + FINAL_LIMIT_MS });
    this.#port.send({ type: 'ForceEndTurn' });
  }

  receive(message: unknown): void {
    const { success, data } = fluxMessage.safeParse(message);
    // Connected, ConfigureSuccess, and whatever may be added.
    if (!success) return;
    if (data.type === 'Error') throw this.#port.failure(`${data.code} ${data.description}`.trim(), true);
    if (data.event === 'EndOfTurn') this.#end(data);
    else this.#hear(data);
  }

  #hear(info: FluxTurnInfo): void {
    const isStarted = info.event !== 'Update' || info.transcript !== '';
    if (!isStarted) return;
    const turn = this.#turnOf(info);
    this.#open = info.turn_index;
    const isNews = turn.text !== info.transcript;
    turn.text = info.transcript;
    if (isNews)
      this.#port.emit({ ...timesOf(info), type: 'partial', text: turn.text, startMs: turn.startMs, untilMs: null });
    if (info.event === 'EagerEndOfTurn') this.#port.emit({ type: 'turn', stage: 'likely' });
    if (info.event === 'TurnResumed') this.#port.emit({ type: 'turn', stage: 'resumed' });
  }

  #end(info: FluxTurnInfo): void {
    const turn = this.#turnOf(info);
    turn.text = info.transcript;
    this.#questions.shift();
    if (this.#open === info.turn_index) this.#open = null;
    this.#endedMs = Math.max(this.#endedMs, info.audio_window_end * 1000);
    this.#tellLanguage(info.languages?.[0]);
    this.#port.emit({ type: 'final', text: turn.text, words: info.words.flatMap(heardWord), startMs: turn.startMs });
    // An end that was asked for is no judgement of the model.
    if (info.trigger !== 'manual') this.#port.emit({ type: 'turn', stage: 'over' });
  }

  #turnOf({ turn_index: index, audio_window_start: windowStart, words }: FluxTurnInfo): Turn {
    const known = this.#turns.find((turn) => turn.index === index);
    if (known) return known;
    const firstWord = words[0]?.start;
    const startMs = firstWord === undefined ? this.#voices.firstFrom(windowStart * 1000) : firstWord * 1000;
    const turn: Turn = { index, startMs, text: '' };
    this.#turns.push(turn);
    if (this.#turns.length > REMEMBERED) this.#turns.shift();
    return turn;
  }

  /** The turn is final as it was heard last, until its end comes after all. */
  #giveUp({ atMs }: Question): void {
    const turn = this.#turns.find(({ index, startMs }) => index === this.#open && startMs < atMs);
    if (turn) this.#port.emit({ type: 'final', text: turn.text, words: [], startMs: turn.startMs });
    else this.#tellNothing();
  }

  #tellNothing(): void {
    this.#port.emit({ type: 'final', text: '', words: [], startMs: null });
  }

  #tellLanguage(language: string | undefined): void {
    if (language === undefined || language === this.#language) return;
    this.#language = language;
    this.#port.emit({ type: 'language', language });
  }
}

/** Where its last word ends, within what was listened to; not every model times its words. */
function timesOf({ words, audio_window_end: windowEnd }: FluxTurnInfo): { wordsEndMs?: number } {
  const end = words.at(-1)?.end;
  return end === undefined ? {} : { wordsEndMs: Math.min(end, windowEnd) * 1000 };
}

function heardWord({
  word,
  start,
  end,
}: {
  word: string;
  start?: number | undefined;
  end?: number | undefined;
}): HeardWord[] {
  return start === undefined || end === undefined ? [] : [{ text: word, startMs: start * 1000, endMs: end * 1000 }];
}
