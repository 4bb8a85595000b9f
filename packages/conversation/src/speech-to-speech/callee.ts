import type { VoiceEdge } from '../hearing/voice-tracker.ts';
import {
  AFTER_BEEP_MS,
  CALLEE_SPEAKS_FIRST_MS,
  ENDLESS_GREETING_MS,
  GREETING_TEXT_MS,
  GREETING_WINDOW_MS,
  LONG_GREETING_MS,
  LONGEST_ANNOUNCEMENT_MS,
  MORE_THAN_HELLO_MS,
  NOISY_AFTER_BEEP_MS,
  SHORTEST_GREETING_MS,
  SILENCE_INSTEAD_OF_BEEP_MS,
  WATCH_MS,
} from '../turns/amd.ts';
import type { TurnSettings } from '../turns/turn-state.ts';

/** What turns out of whoever picked up. */
export type CalleeVerdict =
  /** Says nothing: the agent speaks first. */
  | 'silent'
  | 'human'
  | 'menu'
  /** A machine, whose announcement has to end where a message is to be left. */
  | 'machine'
  /** It records from now on. */
  | 'recording'
  /** It never did. */
  | 'endless';

type Phase = 'silent' | 'greeting' | 'met' | 'machine' | 'over';

/** Who has picked up an outbound call, by their voice and by their words, which come late. Pure: it is given the time. */
export class Callee {
  readonly #settings: TurnSettings;
  #phase: Phase = 'silent';
  #isSpeaking = false;
  #onsetMs = 0;
  #untilMs = 0;
  #text = '';
  #turns = 0;
  #machineSinceMs = 0;
  #beepMs: number | null = null;
  #isMenu = false;

  constructor(settings: TurnSettings) {
    this.#settings = settings;
  }

  /** Nobody has been spoken to yet. */
  get isOpening(): boolean {
    return this.#phase === 'silent' || this.#phase === 'greeting';
  }

  hearVoice(edge: VoiceEdge): void {
    if (edge.type === 'voice_started') {
      if (this.#phase === 'silent') this.#onsetMs = edge.onsetMs;
      if (this.#phase === 'silent') this.#phase = 'greeting';
      this.#isSpeaking = true;
      return;
    }
    this.#isSpeaking = false;
    this.#untilMs = edge.untilMs;
  }

  /** What is said, as far as it is known. */
  hearText(text: string, isFinal: boolean, nowMs: number): CalleeVerdict | null {
    this.#text = text;
    if (isFinal && text !== '') this.#turns += 1;
    if (!this.#isWatching(nowMs) || this.#phase === 'machine') return null;
    const { language } = this.#settings;
    const isMachine = isFinal ? language.soundsLikeMachineGreeting(text) : language.soundsLikeVoicemail(text);
    if (isMachine) return this.#meetMachine(nowMs);
    if (isFinal && !this.#isMenu && language.soundsLikeMenu(text)) return this.#meet('menu');
    return null;
  }

  hearBeep(nowMs: number): CalleeVerdict | null {
    this.#beepMs = nowMs;
    return this.#isWatching(nowMs) && this.#phase !== 'machine' ? this.#meetMachine(nowMs) : null;
  }

  passTime(nowMs: number): CalleeVerdict | null {
    if (this.#phase === 'silent') return nowMs < CALLEE_SPEAKS_FIRST_MS ? null : this.#meet('silent');
    if (this.#phase === 'greeting') return this.#judgeGreeting(nowMs);
    return this.#phase === 'machine' ? this.#awaitRecording(nowMs) : null;
  }

  /** Nothing is watched for any more. */
  end(): void {
    this.#phase = 'over';
  }

  #judgeGreeting(nowMs: number): CalleeVerdict | null {
    const lengthMs = (this.#isSpeaking ? nowMs : this.#untilMs) - this.#onsetMs;
    const mayBeMachine = this.#settings.detectVoicemail && !this.#settings.language.soundsLikePerson(this.#text);
    if (mayBeMachine && lengthMs > ENDLESS_GREETING_MS) return this.#meetMachine(nowMs);
    const quietMs = this.#isSpeaking ? 0 : nowMs - this.#untilMs;
    if (quietMs < GREETING_WINDOW_MS) return null;
    if (lengthMs < SHORTEST_GREETING_MS && this.#text === '') {
      this.#phase = 'silent';
      return null;
    }
    const awaitsText = lengthMs > MORE_THAN_HELLO_MS && this.#text === '';
    if (awaitsText && quietMs < GREETING_WINDOW_MS + GREETING_TEXT_MS) return null;
    if (mayBeMachine && lengthMs > LONG_GREETING_MS) return this.#meetMachine(nowMs);
    return this.#meet('human');
  }

  #awaitRecording(nowMs: number): CalleeVerdict | null {
    if (nowMs - this.#machineSinceMs > LONGEST_ANNOUNCEMENT_MS) return this.#end('endless');
    const quietMs = this.#isSpeaking ? 0 : nowMs - this.#untilMs;
    const sinceBeepMs = this.#beepMs === null ? null : nowMs - this.#beepMs;
    const isReady =
      sinceBeepMs === null
        ? quietMs >= SILENCE_INSTEAD_OF_BEEP_MS
        : sinceBeepMs >= NOISY_AFTER_BEEP_MS || (quietMs >= AFTER_BEEP_MS && sinceBeepMs >= AFTER_BEEP_MS);
    return isReady ? this.#end('recording') : null;
  }

  #isWatching(nowMs: number): boolean {
    const { direction, detectVoicemail } = this.#settings;
    const isNew = this.#turns < 2 && nowMs < WATCH_MS && this.#phase !== 'over';
    return direction === 'outbound' && detectVoicemail && isNew;
  }

  #meet(verdict: CalleeVerdict): CalleeVerdict {
    this.#isMenu ||= verdict === 'menu';
    this.#phase = 'met';
    return verdict;
  }

  #meetMachine(nowMs: number): CalleeVerdict {
    this.#phase = 'machine';
    this.#machineSinceMs = nowMs;
    return 'machine';
  }

  #end(verdict: CalleeVerdict): CalleeVerdict {
    this.#phase = 'over';
    return verdict;
  }
}
