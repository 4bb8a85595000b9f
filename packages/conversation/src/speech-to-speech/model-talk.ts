import type { ConversationAgent } from '../conversation-agent.ts';
import type { AnsweredBy, ConversationEvent, HangupReason, TranscriptTurn } from '../conversation-event.ts';
import type { VoiceEdge } from '../hearing/voice-tracker.ts';
import type { CallLanguage } from '../languages/call-language.ts';
import type { MediaClock } from '../media-clock.ts';
import type { ToolCall } from '../provider/language-model.ts';
import { failureReason, ProviderError, type ProviderRole } from '../provider/provider-error.ts';
import type { SpeechToSpeechEvent } from '../provider/speech-to-speech.ts';
import type { Dialogue } from '../record/dialogue.ts';
import { HANDED_BACK } from '../record/take-over.ts';
import type { UserTurns } from '../record/user-turns.ts';
import type { Warnings } from '../record/warnings.ts';
import { MAX_TOOL_ROUNDS } from '../speaking/agent-voice.ts';
import { lineText, phrasesOf } from '../speaking/stock-phrases.ts';
import type { VoiceSpan } from '../speaking/voice-span.ts';
import { farewellOf } from '../tools/call-tools.ts';
import { silenceVerdict } from '../turns/silence.ts';
import type { Line } from '../turns/turn-effect.ts';
import type { TurnSettings } from '../turns/turn-state.ts';
import { AnswerWatch, FILL_MS } from './answer-watch.ts';
import { Callee, type CalleeVerdict } from './callee.ts';
import type { CallerTurns } from './caller-turns.ts';
import type { ModelConnection } from './model-connection.ts';
import type { ModelTools } from './model-tools.ts';
import type { ModelVoice } from './model-voice.ts';
import { PressedKeys } from './pressed-keys.ts';

/** How long a farewell waits for what is being said by either side. */
const LEAVE_WITHIN_MS = 4000;
/** A voice that only our own detector has heard is none for the model: it has to be told to go on. */
const UNHEARD_MS = 1500;
/** What a vendor's detector hears began so long before it says so. */
const VENDOR_ONSET_MS = 300;

const GO_ON = 'The connection was interrupted. Go on where you stopped; do not repeat what was heard.';
const ONLY_A_NOISE = 'You were interrupted by a noise: the caller has said nothing. Go on where you stopped.';
const CALL_GOES_ON = 'The call was not ended: the caller went on talking.';
const MENU_ANSWERS =
  'A recorded voice menu has answered. Listen to it and choose by pressing keys with a tool, or wait in silence.';

type Phase =
  /** Not answered yet. */
  | 'idle'
  /** Outbound: will whoever picked up say something? */
  | 'opening'
  | 'talking'
  /** An answering machine's announcement has to end. */
  | 'machine'
  /** Somebody else talks with the caller. */
  | 'standing_by'
  /** The agent's last words. */
  | 'ending'
  | 'ended';

interface Closing {
  endReason: HangupReason;
  /** Whether the caller can still talk the agent out of it. */
  interruptible: boolean;
  /** What is to be heard before; null: what is being said already. */
  words: string | null;
}

/** What a session tells of the talk itself. */
export type TalkEvent = Exclude<SpeechToSpeechEvent, { type: 'usage' | 'warning' }>;

export interface ModelTalkOptions {
  agent: ConversationAgent;
  settings: TurnSettings;
  language: CallLanguage;
  clock: MediaClock;
  dialogue: Dialogue;
  users: UserTurns;
  callers: CallerTurns;
  voice: ModelVoice;
  connection: ModelConnection;
  tools: ModelTools;
  warnings: Warnings;
  onEvent: (event: ConversationEvent) => void;
}

/** How a call goes that a model holds: who has the floor, what the model is asked for, and when it is over. */
export class ModelTalk {
  readonly #agent: ConversationAgent;
  readonly #settings: TurnSettings;
  readonly #language: CallLanguage;
  readonly #clock: MediaClock;
  readonly #dialogue: Dialogue;
  readonly #users: UserTurns;
  readonly #callers: CallerTurns;
  readonly #voice: ModelVoice;
  readonly #connection: ModelConnection;
  readonly #tools: ModelTools;
  readonly #warnings: Warnings;
  readonly #onEvent: (event: ConversationEvent) => void;
  readonly #callee: Callee;
  readonly #keys = new PressedKeys();
  readonly #watch = new AnswerWatch();
  #phase: Phase = 'idle';
  #closing: Closing | null = null;
  /** The caller's voice by our own detector. */
  #callerVoice = { isActive: false, onsetMs: 0, untilMs: 0 };
  /** The agent was interrupted by a voice that the vendor has not heard yet, then. */
  #unheardSinceMs: number | null = null;
  #firstMessage: 'unasked' | 'asked' | 'said' = 'unasked';
  #answeredBy: AnsweredBy | null = null;
  #atMenu = false;
  #emptyReplies = 0;
  #reminders = 0;
  #quietSinceMs = 0;
  #leavingSinceMs: number | null = null;
  #failedMeanwhile: HangupReason | null = null;

  constructor(options: ModelTalkOptions) {
    this.#agent = options.agent;
    this.#settings = options.settings;
    this.#language = options.language;
    this.#clock = options.clock;
    this.#dialogue = options.dialogue;
    this.#users = options.users;
    this.#callers = options.callers;
    this.#voice = options.voice;
    this.#connection = options.connection;
    this.#tools = options.tools;
    this.#warnings = options.warnings;
    this.#onEvent = options.onEvent;
    this.#callee = new Callee(options.settings);
    this.#connection.listenOnly(this.#opensUnasked);
  }

  get isAnswered(): boolean {
    return this.#phase !== 'idle';
  }

  get isOver(): boolean {
    return this.#phase === 'ended';
  }

  get answeredBy(): AnsweredBy {
    return this.#answeredBy ?? 'unknown';
  }

  /** A voice menu has the line, and nobody was met behind it. */
  get atMenu(): boolean {
    return this.#atMenu;
  }

  /** The call is answered. */
  answer(): void {
    this.#phase = this.#agent.direction === 'outbound' ? 'opening' : 'talking';
    if (this.#failedMeanwhile) this.#apologize(this.#failedMeanwhile);
    else if (this.#phase === 'talking') this.#open();
  }

  pressKey(digit: string): void {
    this.#keys.press(digit, this.#now);
    if (this.#isInterruptible) this.#interrupt({ onsetMs: 0, untilMs: Number.POSITIVE_INFINITY });
  }

  hearBeep(): void {
    this.#meet(this.#callee.hearBeep(this.#now));
  }

  /** Somebody else talks with the caller. */
  standBy(): void {
    this.#callee.end();
    this.#closing = null;
    this.#fallSilent();
    this.#phase = 'standing_by';
    this.#connection.listenOnly(true);
  }

  /** The agent talks again. */
  resume(): void {
    this.#dialogue.addNote(HANDED_BACK, this.#now);
    if (this.#failedMeanwhile) {
      this.#apologize(this.#failedMeanwhile);
      return;
    }
    this.#talk();
    if (this.#callerVoice.isActive) this.#connection.note(HANDED_BACK);
    else this.#ask(HANDED_BACK);
  }

  /** The agent has to go, in the next pause. */
  takeLeave(): void {
    this.#leavingSinceMs ??= this.#now;
  }

  /** The tools that the model has called have answered. `followUp`: it is to go on with that. */
  answerTools(followUp: boolean): void {
    if (this.#phase === 'ending' || this.isOver || !this.isAnswered) return;
    // Who speaks is answered when they have finished.
    const wantsReply = followUp && this.#phase === 'talking' && !this.#callerVoice.isActive;
    if (this.#tools.answer(wantsReply) && wantsReply) this.#watch.expect(this.#now);
  }

  /** The first words are there when the call is answered. */
  prepareFirstMessage(): void {
    const { firstMessage } = this.#agent;
    if (firstMessage === null || this.#firstMessage !== 'unasked') return;
    this.#firstMessage = 'asked';
    this.#voice.waitForStart();
    this.#connection.say(firstMessage);
  }

  hearVoice(edge: VoiceEdge): void {
    this.#callers.hearVoice(edge);
    this.#callee.hearVoice(edge);
    if (edge.type === 'voice_started') {
      this.#callerVoice = { isActive: true, onsetMs: edge.onsetMs, untilMs: edge.onsetMs };
      if (this.#isInterruptible && this.#voice.isSounding) this.#voice.hold();
      return;
    }
    this.#callerVoice = { ...this.#callerVoice, isActive: false, untilMs: edge.untilMs };
    // Too short for anything but a noise.
    if (this.#voice.isHeld) this.#voice.release();
  }

  hearModel(event: TalkEvent, rateHz: number): void {
    switch (event.type) {
      case 'voice_started':
        this.#unheardSinceMs = null;
        if (this.#isInterruptible) this.#interrupt(this.#callerSpan);
        return;
      case 'voice_stopped':
        this.#endCallerTurn(event.itemId);
        return;
      case 'heard':
        this.#unheardSinceMs = null;
        this.#callers.hear(event.itemId, event.text, event.isFinal);
        return;
      case 'audio':
        this.#hearAudio(event.itemId, event.samples, rateHz);
        return;
      case 'transcript':
        this.#voice.hearText(event.itemId, event.text, event.isFinal);
        return;
      case 'item_ended':
        this.#voice.endItem(event.itemId);
        return;
      case 'tool_calls':
        this.#callTools(event.calls);
        return;
      case 'tool_calls_withdrawn':
        this.#tools.withdraw(event.callIds);
        return;
      case 'reply_ended':
        this.#passReply();
        return;
    }
  }

  understand(text: string, isFinal: boolean): void {
    if (this.#callee.isOpening || this.#agent.direction === 'outbound')
      this.#meet(this.#callee.hearText(text, isFinal, this.#now));
    if (!isFinal || text === '') return;
    if (this.#phase === 'talking' && this.#answeredBy === null) this.#meetAs('human');
    if (this.#users.hasOptedOut && (this.#phase === 'talking' || this.#phase === 'opening'))
      this.#sayLast(this.#lineText('opt_out'), 'opted_out');
  }

  passTime(): void {
    const { nowMs } = this.#clock;
    if (this.#phase === 'opening' || this.#phase === 'machine') this.#meet(this.#callee.passTime(nowMs));
    const { isActive, onsetMs } = this.#callerVoice;
    if (this.#voice.isHeld && isActive && nowMs - onsetMs >= this.#settings.interruptionMs) {
      this.#interrupt(this.#callerSpan);
      this.#unheardSinceMs = nowMs;
    }
    this.#passUnheard(nowMs);
    this.#takeKeys(nowMs);
    this.#judgeModel(nowMs);
    this.#judgeSilence(nowMs);
    this.#leaveInPause(nowMs);
  }

  /** Everything that was to be said was heard. */
  passSaid(): void {
    this.#quietSinceMs = this.#now;
    if (this.#closing) {
      if (!this.#watch.isWaiting) this.#hangUp(this.#closing.endReason);
      return;
    }
    if (this.#phase !== 'talking') return;
    this.#connection.listenOnly(false);
    this.#tools.act();
  }

  /** The model has been heard to say this. */
  noteTurn(turn: TranscriptTurn): void {
    if (this.#firstMessage !== 'asked') return;
    this.#firstMessage = 'said';
    const { writing } = this.#language.spoken;
    const isChanged = writing.key(turn.text) !== writing.key(this.#agent.firstMessage ?? '');
    if (!turn.interrupted && turn.generatedText === undefined && isChanged)
      this.#warnings.add('first_message_changed', 'The model did not say the first message word for word.');
  }

  /** What it was about to say does not come. */
  loseModel(): void {
    // What it has not written by now it will not.
    this.#callers.fileAll();
    const wasSpeaking = this.#voice.isModelSpeaking;
    if (this.#phase === 'idle' || this.#phase === 'opening') {
      this.#voice.drop();
      this.#firstMessage = 'unasked';
      this.prepareFirstMessage();
      return;
    }
    this.#voice.endItems();
    if (this.#phase !== 'talking' || this.#connection.isAsked) return;
    if (wasSpeaking || this.#watch.isWaiting) this.#ask(GO_ON);
  }

  fail(role: ProviderRole, error: Error): void {
    this.#warnings.addFailure(role, error);
    const endReason = failureReason(error);
    if (this.#phase === 'standing_by') this.#failedMeanwhile ??= endReason;
    else if (this.#phase === 'idle') this.#failedMeanwhile ??= endReason;
    else if (this.#phase === 'ending') this.#sayInstead();
    else if (this.#phase !== 'ended') this.#apologize(endReason);
  }

  /** The voice that speaks where the model cannot. */
  loseFallbackVoice(error: Error): void {
    this.#warnings.addFailure('tts', error);
    if (this.#closing) this.#hangUp(this.#closing.endReason);
    else this.#voice.dropLines();
  }

  end(): void {
    if (this.#phase === 'ended') return;
    this.#fallSilent();
    this.#phase = 'ended';
    this.#closing = null;
  }

  get #now(): number {
    return this.#clock.nowMs;
  }

  /** The agent is saying something that the caller may talk into. */
  get #isInterruptible(): boolean {
    return this.#voice.isBusy && (this.#phase === 'talking' || this.#closing?.interruptible === true);
  }

  /** The agent has the floor for the first time, or waits for the caller to open. */
  #open(): void {
    const { firstMessage, direction } = this.#agent;
    this.#phase = 'talking';
    this.prepareFirstMessage();
    this.#voice.start();
    if (firstMessage === null && direction === 'inbound') return;
    if (firstMessage === null) this.#ask(null);
    else if (!this.#voice.isBusy) this.#watch.expect(this.#now);
  }

  #ask(hint: string | null): void {
    this.#connection.reply(hint);
    this.#watch.expect(this.#now);
  }

  #say(line: Exclude<Line, 'remainder'>): void {
    this.#connection.say(this.#lineText(line));
    this.#watch.expect(this.#now);
  }

  #lineText(line: Exclude<Line, 'remainder'>): string {
    return lineText(line, this.#agent, this.#language.spoken.pack);
  }

  /** The voice that the vendor hears; our own detector knows better when it began. */
  get #callerSpan(): VoiceSpan {
    const { isActive, onsetMs, untilMs } = this.#callerVoice;
    const untilNow = Number.POSITIVE_INFINITY;
    if (isActive) return { onsetMs, untilMs: untilNow };
    return { onsetMs: Math.max(untilMs, this.#now - VENDOR_ONSET_MS), untilMs: untilNow };
  }

  /** The model answers by itself now, unless it only listens. */
  #endCallerTurn(itemId: string): void {
    const answers = this.#callers.close(itemId);
    this.#reminders = 0;
    this.#tools.startTurn();
    this.#emptyReplies = 0;
    if (this.#phase !== 'talking' || this.#connection.listensOnly) return;
    if (answers) this.#voice.expectAnswer(answers);
    this.#watch.expect(this.#now);
  }

  #hearAudio(itemId: string, samples: Int16Array, rateHz: number): void {
    const isHeard = this.#phase !== 'standing_by' && this.#phase !== 'machine' && this.#phase !== 'ended';
    if (!isHeard || !this.#voice.isWanted(itemId)) return;
    this.#takeAnswer();
    this.#voice.hearAudio(itemId, samples, rateHz);
  }

  /** The model does something: whatever the caller has said before is answered by it. */
  #takeAnswer(): void {
    this.#connection.settle();
    this.#watch.settle();
    this.#unheardSinceMs = null;
    this.#emptyReplies = 0;
    if (this.#callerVoice.isActive) return;
    // Of vendors that do not say when the caller has finished.
    const answers = this.#callers.closeOpen();
    if (!answers) return;
    this.#reminders = 0;
    this.#tools.startTurn();
    this.#voice.expectAnswer(answers);
  }

  #meetAs(who: AnsweredBy): void {
    if (this.#answeredBy === who) return;
    this.#answeredBy = who;
    this.#onEvent({ type: 'answered_by', who });
  }

  #meet(verdict: CalleeVerdict | null): void {
    if (
      verdict === null ||
      this.isOver ||
      !this.isAnswered ||
      this.#phase === 'standing_by' ||
      this.#phase === 'ending'
    )
      return;
    switch (verdict) {
      case 'silent':
        this.#open();
        return;
      case 'human':
        this.#meetAs('human');
        this.#open();
        return;
      case 'menu':
        this.#meetMenu();
        return;
      case 'machine':
        this.#meetMachine();
        return;
      case 'recording':
        this.#sayLast(this.#lineText('voicemail_message'), 'voicemail');
        return;
      case 'endless':
        this.#hangUp('voicemail');
        return;
    }
  }

  #meetMenu(): void {
    this.#meetAs('ivr');
    this.#atMenu = true;
    this.#fallSilent();
    this.#dialogue.addNote(MENU_ANSWERS, this.#now);
    this.#talk();
    this.#ask(MENU_ANSWERS);
  }

  #meetMachine(): void {
    this.#meetAs('voicemail');
    this.#atMenu = false;
    this.#fallSilent();
    if (!this.#settings.leavesMessage) {
      this.#hangUp('voicemail');
      return;
    }
    this.#phase = 'machine';
    this.#connection.listenOnly(true);
  }

  /** The model takes turns by itself. */
  #talk(): void {
    this.#phase = 'talking';
    this.#closing = null;
    this.#voice.start();
    this.#connection.listenOnly(false);
  }

  /** Whatever was being said or done is over. */
  #fallSilent(over: VoiceSpan | null = null): void {
    this.#tools.callOff();
    this.#connection.cancel();
    this.#voice.drop(over);
    this.#watch.settle();
    this.#unheardSinceMs = null;
  }

  #interrupt(over: VoiceSpan): void {
    const wasEnding = this.#phase === 'ending';
    this.#fallSilent(over);
    this.#talk();
    if (!wasEnding) return;
    this.#dialogue.addNote(CALL_GOES_ON, this.#now);
    this.#tools.answer(false, CALL_GOES_ON);
  }

  #callTools(calls: ToolCall[]): void {
    if (this.#phase !== 'talking') return;
    this.#takeAnswer();
    const next = this.#tools.submit(calls);
    if (next === null) {
      const message = `called tools ${MAX_TOOL_ROUNDS} times in a row`;
      this.fail('llm', new ProviderError('llm', this.#connection.modelName, message, { retryable: false }));
    } else if (next === 'end_call') this.#endCall(calls);
    else if (!this.#voice.isBusy) this.#tools.act();
  }

  /** The model has said goodbye in the same breath, or says it now. */
  #endCall(calls: ToolCall[]): void {
    if (this.#voice.isBusy) {
      this.#phase = 'ending';
      this.#closing = { endReason: 'agent_hangup', interruptible: true, words: null };
      return;
    }
    const { parting } = phrasesOf(this.#agent, this.#language.spoken.pack);
    this.#sayLast(farewellOf(calls) || parting, 'agent_hangup', true);
  }

  /** The model has nothing more to say: one that has said nothing at all is asked once more. */
  #passReply(): void {
    if (!this.#watch.isWaiting || this.#phase !== 'talking' || this.#voice.isBusy || this.#callerVoice.isActive) return;
    this.#emptyReplies += 1;
    if (this.#atMenu) this.#watch.settle();
    else if (this.#emptyReplies === 1) this.#connection.reply();
  }

  #passUnheard(nowMs: number): void {
    const { isActive, untilMs } = this.#callerVoice;
    if (this.#unheardSinceMs === null || isActive || nowMs - untilMs < UNHEARD_MS) return;
    this.#unheardSinceMs = null;
    if (this.#phase === 'talking' && !this.#voice.isBusy) this.#ask(ONLY_A_NOISE);
  }

  #takeKeys(nowMs: number): void {
    const pressed = this.#keys.take(nowMs);
    if (!pressed) return;
    const text = `[keys: ${pressed.digits}]`;
    const { startMs, endMs } = pressed;
    const spoken = { words: [], voiced: false, changedMs: endMs };
    this.#users.file({ type: 'file_utterance', as: 'turn', text, startMs, endMs, ...spoken });
    this.#reminders = 0;
    const note = `The caller has pressed keys on the telephone: ${pressed.digits}`;
    if (this.#phase === 'talking') this.#ask(note);
    else this.#connection.note(note);
  }

  #judgeModel(nowMs: number): void {
    const isStarving = this.#voice.isStarving;
    if (isStarving) this.#watch.expect(nowMs);
    const { isActive, untilMs } = this.#callerVoice;
    const lateness = this.#watch.due(nowMs, isActive ? null : untilMs);
    if (lateness === 'fill') this.#fillPause(isStarving);
    else if (lateness === 'restart') this.#connection.restart('did not answer in time');
    else if (lateness === 'reassure') this.#reassure();
    else if (lateness === 'give_up') this.fail('llm', this.#silentModel());
    else if (this.#phase === 'talking' && !this.#voice.isBusy && !isActive && this.#tools.isSlow(FILL_MS))
      this.#voice.say(this.#tools.meanwhile ?? this.#lineText('one_moment'));
  }

  #fillPause(isStarving: boolean): void {
    // Its sentence will not go on.
    if (isStarving) this.#voice.endItems();
    if (this.#phase === 'ending') this.#sayInstead();
    else if (this.#phase === 'talking') this.#voice.say(this.#lineText('one_moment'));
  }

  #reassure(): void {
    if (this.#phase === 'talking' && !this.#voice.isBusy) this.#voice.say(this.#lineText('still_working'));
  }

  /** The model does not say the last words: another voice does. */
  #sayInstead(): void {
    this.#watch.settle();
    this.#connection.cancel();
    const { words, endReason } = this.#closing!;
    if (words === null || !this.#voice.say(words)) this.#hangUp(endReason);
  }

  #silentModel(): ProviderError {
    return new ProviderError('llm', this.#connection.modelName, 'did not answer', {
      retryable: true,
      advice: 'Check that the vendor is up, and that the model is fast enough for a conversation.',
    });
  }

  #judgeSilence(nowMs: number): void {
    const isBusy = this.#voice.isBusy || this.#callerVoice.isActive || this.#watch.isWaiting || !this.#tools.isIdle;
    if (isBusy || this.#phase !== 'talking') {
      this.#quietSinceMs = nowMs;
      return;
    }
    const { maxReminders, reminderMs, endMs } = this.#settings;
    const quietMs = nowMs - this.#quietSinceMs;
    const verdict = this.#atMenu
      ? quietMs < maxReminders * reminderMs + endMs && 'wait'
      : silenceVerdict({ quietMs, reminders: this.#reminders }, this.#settings);
    if (verdict === 'wait') return;
    if (verdict === 'remind') {
      this.#reminders += 1;
      this.#say('reminder');
    } else this.#sayLast(this.#lineText('goodbye'), 'silence_timeout', true);
  }

  #leaveInPause(nowMs: number): void {
    if (this.#leavingSinceMs === null || this.#phase === 'ending') return;
    const isSpoken = this.#phase !== 'standing_by' && (this.#voice.isBusy || this.#callerVoice.isActive);
    if (isSpoken && nowMs - this.#leavingSinceMs < LEAVE_WITHIN_MS) return;
    this.#leavingSinceMs = null;
    this.#sayLast(this.#lineText('farewell'), 'interrupted_by_restart');
  }

  /** The model says this, or another voice where it cannot, and the call ends. */
  #sayLast(words: string, endReason: HangupReason, interruptible = false): void {
    const { isActive } = this.#callerVoice;
    this.#fallSilent(isActive ? this.#callerSpan : null);
    this.#phase = 'ending';
    this.#closing = { endReason, interruptible, words };
    this.#voice.start();
    this.#connection.listenOnly(true);
    this.#connection.say(words);
    this.#watch.expect(this.#now);
  }

  #hangUp(endReason: HangupReason): void {
    this.end();
    this.#onEvent({ type: 'hangup', endReason });
  }

  #apologize(endReason: HangupReason): void {
    this.#fallSilent(this.#callerVoice.isActive ? this.#callerSpan : null);
    this.#connection.close();
    this.#phase = 'ending';
    this.#closing = { endReason, interruptible: false, words: null };
    this.#voice.start();
    if (!this.#voice.say(this.#lineText('apology'))) this.#hangUp(endReason);
  }

  /** The agent begins with words of its own, whatever the callee greets with. */
  get #opensUnasked(): boolean {
    return this.#agent.direction === 'outbound' && this.#agent.firstMessage !== null;
  }
}
