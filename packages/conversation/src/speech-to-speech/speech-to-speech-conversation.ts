import { type AudioRateHz, type Frame, frameSamples } from '@parley/audio';
import type { Conversation, ConversationOptions } from '../conversation.ts';
import type { AgentToolDefinition, ConversationAgent, ConversationProviders } from '../conversation-agent.ts';
import type { ConversationEnd, ConversationEvent, ConversationResult, TranscriptTurn } from '../conversation-event.ts';
import type { HeldCall } from '../fallback/held-call.ts';
import { RecentAudio } from '../fallback/recent-audio.ts';
import { CallerSound } from '../hearing/caller-sound.ts';
import { FollowedLanguage } from '../languages/followed-language.ts';
import { guessLanguage } from '../languages/guess-language.ts';
import { primarySubtag } from '../languages/packs.ts';
import type { WithoutTime } from '../machine-loop.ts';
import { ALWAYS_CLOSED } from '../provider/circuit-breaker.ts';
import { asError } from '../provider/provider-error.ts';
import type { SpeakingModel, SpeechToSpeechEvent } from '../provider/speech-to-speech.ts';
import { Succession } from '../provider/succession.ts';
import { CallRecord } from '../record/call-record.ts';
import { PERSON_JOINED, PERSON_LEFT } from '../record/joined-person.ts';
import { Synthesis } from '../speaking/synthesis.ts';
import { openToolDesk } from '../tools/open-tool-desk.ts';
import type { ToolDesk } from '../tools/tool-desk.ts';
import type { FileUtterance } from '../turns/turn-effect.ts';
import { turnSettings } from '../turns/turn-settings.ts';
import { CallerTurns } from './caller-turns.ts';
import { FirstMessage } from './first-message.ts';
import { ModelConnection } from './model-connection.ts';
import { ModelTalk } from './model-talk.ts';
import { ModelTools } from './model-tools.ts';
import { noteModelUsage } from './model-usage.ts';
import { ModelVoice } from './model-voice.ts';
import type { HandOver } from './talk/talk-effect.ts';
import type { TalkEvent } from './talk/talk-event.ts';
import type { TalkSettings } from './talk/talk-state.ts';

/** Vendors end a turn by silence: so much of it behind the last word of a caller who has hung up. */
const LAST_SILENCE_FRAMES = 60;
/** How long the end of the call waits for the caller's last words; in real time, since no frame passes any more. */
const LAST_WORDS_MS = 700;

/** A conversation that one model holds: it hears the caller and speaks, and takes turns by itself. */
export class SpeechToSpeechConversation implements Conversation {
  readonly #agent: ConversationAgent;
  readonly #providers: ConversationProviders;
  readonly #onEvent: (event: ConversationEvent) => void;
  readonly #onLost: ((held: HeldCall) => void) | null;
  readonly #record: CallRecord;
  readonly #followed: FollowedLanguage;
  readonly #sound: CallerSound;
  readonly #desk: ToolDesk;
  readonly #synthesis: Synthesis | null;
  readonly #voice: ModelVoice;
  readonly #connection: ModelConnection;
  readonly #callers: CallerTurns;
  readonly #tools: ModelTools;
  readonly #talk: ModelTalk;
  readonly #audio = new RecentAudio();
  #hearing = '';
  #whenHeardOut: (() => void) | null = null;
  /** Our own code has thrown: the call is over. */
  #isBroken = false;
  #result: Promise<ConversationResult> | null = null;

  /** @param onLost when the model is lost another kind of conversation goes on with the call; absent: an apology ends it */
  constructor(options: ConversationOptions, models: readonly SpeakingModel[], onLost?: (held: HeldCall) => void) {
    const { agent, providers, onEvent } = options;
    this.#agent = agent;
    this.#providers = providers;
    this.#onEvent = onEvent;
    this.#onLost = onLost ?? null;
    this.#record = new CallRecord(agent, onEvent, options.expectedRateHz);
    const { clock, dialogue, language, rate, users, warnings } = this.#record;
    const settings = turnSettings(agent, language.spoken);
    this.#sound = new CallerSound(providers.vad, rate, settings.detectVoicemail);
    this.#followed = this.#openFollowedLanguage();
    this.#desk = openToolDesk(options, this.#record);
    this.#desk.serve({
      onPrompt: (prompt) => this.#connection.update({ prompt }),
      onDone: (followUp) => this.#dispatch({ type: 'tools_done', followUp, hasResults: this.#tools.hasResults }),
    });
    this.#callers = new CallerTurns({
      clock,
      onFile: (utterance) => this.#file(utterance),
      onText: (text, isFinal) => {
        const { hasOptedOut } = users;
        this.#talk.dispatch({ type: 'heard', text, isFinal, hasOptedOut });
      },
    });
    this.#synthesis = this.#openSynthesis();
    this.#voice = this.#openVoice(options.discardUnplayed);
    this.#connection = this.#openConnection(models);
    this.#tools = new ModelTools({
      desk: this.#desk,
      connection: this.#connection,
      dialogue,
      clock,
      onSources: (sources) => this.#voice.addSources(sources),
    });
    this.#talk = new ModelTalk({
      ...{ agent, language, clock, dialogue, onEvent },
      settings: this.#talkSettings(),
      users,
      callers: this.#callers,
      voice: this.#voice,
      connection: this.#connection,
      tools: this.#tools,
      desk: this.#desk,
      warnings,
      onHandOver: (as, isWaiting) => this.#handOver(as, isWaiting),
    });
  }

  async prepare(): Promise<void> {
    this.#dispatch({ type: 'ringing' });
    await this.#connection.open();
  }

  async start(rateHz: AudioRateHz): Promise<void> {
    this.#record.rate.settle(rateHz);
    this.#dispatch({ type: 'answered' });
    await this.#connection.open();
  }

  tick(heard: Frame | null): Frame | null {
    if (this.#isBroken) return null;
    const startMs = this.#record.clock.nowMs;
    if (this.#isSilent) {
      if (this.#talk.isOver) this.#record.clock.advance();
      return this.#voice.pop(startMs);
    }
    const frame = this.#sound.hear(heard, startMs);
    this.#record.clock.advance();
    if (this.#onLost) this.#audio.write(frame.samples, frame.isVoiced, startMs);
    this.#guard(() => {
      if (frame.edge) {
        this.#callers.hearVoice(frame.edge);
        this.#talk.dispatch(frame.edge);
      }
      this.#connection.write(frame.samples);
      if (frame.isBeep) this.#talk.dispatch({ type: 'beep' });
      this.#talk.dispatch({ type: 'time' });
    });
    this.#tellHearing();
    const sent = this.#voice.pop(startMs);
    this.#sound.noteSent(sent, startMs);
    return sent;
  }

  dtmf(digit: string): void {
    this.#dispatch({ type: 'key', digit });
  }

  standBy(by: string): void {
    if (this.#record.takeOver.lasts || this.#isSilent) return;
    this.#record.takeOver.begin(by);
    this.#dispatch({ type: 'taken_over' });
  }

  resume(): void {
    if (!this.#record.takeOver.lasts) return;
    this.#record.takeOver.end();
    this.#dispatch({ type: 'given_back' });
  }

  whisper(text: string): void {
    this.#record.dialogue.addNote(text, this.#record.clock.nowMs);
    this.#connection.note(text);
  }

  useTools(definitions: AgentToolDefinition[]): void {
    this.#desk.useDefinitions(definitions);
    this.#connection.update({ tools: this.#desk.definitions });
  }

  transferFailed(reason: string): void {
    this.#desk.failTransfer(reason);
  }

  personJoined(): void {
    if (!this.#desk.joinTransfer()) this.whisper(PERSON_JOINED);
  }

  personLeft(): void {
    this.whisper(PERSON_LEFT);
  }

  takeLeave(): void {
    this.#dispatch({ type: 'leave' });
  }

  hangUp(reason: ConversationEnd): void {
    if (reason === 'transferred') this.#desk.completeTransfer();
    this.#dispatch({ type: 'hung_up' });
  }

  finish(): Promise<ConversationResult> {
    this.#result ??= this.#finish();
    return this.#result;
  }

  async #finish(): Promise<ConversationResult> {
    this.#record.takeOver.end();
    const { isAnswered } = this.#talk;
    this.#dispatch({ type: 'hung_up' });
    if (isAnswered && !this.#isBroken) await this.#hearOut();
    this.#callers.fileAll();
    this.#voice.close();
    this.#connection.close();
    this.#synthesis?.close();
    this.#desk.close();
    this.#providers.vad.close();
    const { answeredBy, atMenu } = this.#talk;
    return this.#record.result({ answeredBy, outcome: this.#desk.outcomeHint ?? (atMenu ? 'failure' : null) });
  }

  /** The caller may have been speaking, or have just spoken, when the call ended. */
  async #hearOut(): Promise<void> {
    if (!this.#callers.awaitsText || !this.#connection.isOpen) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenHeardOut = resolve;
    this.#connection.listenOnly(true);
    const silence = new Int16Array(frameSamples(this.#record.rate.rateHz));
    for (let frame = 0; frame < LAST_SILENCE_FRAMES; frame += 1) this.#connection.write(silence);
    const timer = setTimeout(resolve, LAST_WORDS_MS);
    await promise;
    clearTimeout(timer);
  }

  /** Nothing of what the call still needs is closed. */
  #handOver(as: HandOver, isWaiting: boolean): void {
    this.#voice.close();
    this.#connection.close();
    const unheard = this.#callers.takeUnheard();
    this.#tellHearing();
    const { callee, exchange, keys, leavingSinceMs } = this.#talk.state;
    this.#onLost?.({
      as,
      record: this.#record,
      desk: this.#desk,
      sound: this.#sound,
      answeredBy: callee.answeredBy,
      atMenu: callee.atMenu,
      evidence: callee.evidence,
      reminders: exchange.reminders,
      isWaiting,
      keys: keys?.digits ?? '',
      leavingSinceMs,
      unheard,
      audio: this.#audio,
    });
  }

  /** Not answered yet, or over. */
  get #isSilent(): boolean {
    return !this.#talk.isAnswered || this.#talk.isOver;
  }

  #talkSettings(): TalkSettings {
    return {
      ...turnSettings(this.#agent, this.#record.language.spoken),
      hasOtherVoice: this.#synthesis !== null,
      hasSuccessor: this.#onLost !== null,
    };
  }

  #openFollowedLanguage(): FollowedLanguage {
    return new FollowedLanguage({
      agent: this.#agent,
      language: this.#record.language,
      dialogue: this.#record.dialogue,
      prefer: (tag) => {
        this.#synthesis?.prefer(tag);
        // The model speaks them all.
        return true;
      },
      onChange: (note) => {
        this.#talk.useSettings(this.#talkSettings());
        this.#connection.update({ language: this.#record.language.tag });
        this.#connection.note(note);
      },
      onEvent: this.#onEvent,
      onWarning: (code, message) => this.#record.warnings.add(code, message),
    });
  }

  /** What the caller has said; its language is guessed from its words, since the model does not report it. */
  #file(utterance: FileUtterance): void {
    const { as, text, startMs } = utterance;
    const tag = this.#agent.followsLanguage ? guessLanguage(text) : null;
    if (tag === null) {
      this.#record.users.file(utterance);
      return;
    }
    this.#followed.noteLanguage(tag);
    const { spoken, next } = this.#followed.judge(text);
    this.#record.users.file(utterance, spoken);
    if (as === 'turn' && next !== null) this.#followed.follow(next, startMs);
  }

  #openSynthesis(): Synthesis | null {
    const { voices, breaker = ALWAYS_CLOSED } = this.#providers;
    if (voices.length === 0) return null;
    return new Synthesis({
      voices,
      language: this.#record.language,
      clock: this.#record.clock,
      rate: this.#record.rate,
      breaker,
      onCharacters: (name, count) => this.#record.usage.noteCharacters(name, count),
      onWarning: (code, message) => this.#record.warnings.add(code, message),
    });
  }

  #openVoice(discardUnplayed: ConversationOptions['discardUnplayed']): ModelVoice {
    const firstMessage = new FirstMessage(this.#agent, this.#record.language, this.#record.warnings);
    return new ModelVoice({
      clock: this.#record.clock,
      rate: this.#record.rate,
      dialogue: this.#record.dialogue,
      synthesis: this.#synthesis,
      discardUnplayed,
      onTurn: (turn, isModels) => {
        this.#record.addTurn(this.#agent.followsLanguage ? { ...turn, language: this.#languageOf(turn) } : turn);
        if (isModels) firstMessage.noteTurn(turn);
      },
      onLatency: (latency) => this.#record.noteLatency(latency),
      onSpeech: (speech) => this.#dispatch({ type: 'speech_changed', speech }),
      onSaid: () => this.#dispatch({ type: 'all_said' }),
      onCut: (heard) => this.#connection.truncate(heard),
      onFailure: (error) => this.#guard(() => this.#talk.failOtherVoice(error)),
    });
  }

  /** The model may have answered in the caller's language before the words of the caller were known. */
  #languageOf({ text }: TranscriptTurn): string {
    const { tag } = this.#record.language;
    const spoken = guessLanguage(text);
    return spoken === null || primarySubtag(spoken) === primarySubtag(tag) ? tag : spoken;
  }

  #openConnection(models: readonly SpeakingModel[]): ModelConnection {
    const { prompt, language, followsLanguage = false, hints, turnTaking } = this.#agent;
    return new ModelConnection({
      models: new Succession({
        role: 'llm',
        candidates: models,
        nameOf: ({ model }) => model.name,
        breaker: this.#providers.breaker ?? ALWAYS_CLOSED,
        onWarning: (code, message) => this.#record.warnings.add(code, message),
      }),
      settings: {
        ...{ prompt, language, followsLanguage, hints },
        tools: this.#desk.definitions,
        endpointingMs: turnTaking.endpointingMs,
      },
      history: () => this.#record.dialogue.messages(),
      clock: this.#record.clock,
      rate: this.#record.rate,
      onEvent: (event, rateHz) => this.#guard(() => this.#hearModel(event, rateHz)),
      onOpen: () => this.#guard(() => this.#callers.fileAll()),
      onBreak: () => this.#guard(() => this.#talk.loseSession()),
      onFailure: (error) => this.#guard(() => this.#talk.fail(error)),
      onWarning: (code, message) => this.#record.warnings.add(code, message),
    });
  }

  #hearModel(event: SpeechToSpeechEvent, rateHz: number): void {
    if (event.type === 'usage' || event.type === 'transcribed')
      noteModelUsage(event, this.#connection.modelName, this.#record.usage);
    else if (event.type === 'warning') this.#record.warnings.add('llm_warning', event.message);
    else this.#talk.hearModel(event, rateHz);
  }

  #tellHearing(): void {
    const { hearing } = this.#callers;
    if (hearing === this.#hearing) return;
    this.#hearing = hearing;
    this.#onEvent({ type: 'hearing', text: hearing });
  }

  #dispatch(event: WithoutTime<TalkEvent>): void {
    this.#guard(() => this.#talk.dispatch(event));
  }

  /** An exception of our own ends this call as what it is, wherever it was thrown. */
  #guard(work: () => void): void {
    if (this.#isBroken) return;
    try {
      work();
    } catch (cause) {
      this.#isBroken = true;
      this.#record.warnings.addFailure('conversation', asError(cause));
      this.#onEvent({ type: 'hangup', endReason: 'internal_error' });
    }
    if (!this.#callers.awaitsText) this.#whenHeardOut?.();
  }
}
