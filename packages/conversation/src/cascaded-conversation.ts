import type { AudioRateHz, Frame } from '@parley/audio';
import type { Conversation, ConversationOptions } from './conversation.ts';
import type { AgentToolDefinition, ConversationAgent, ConversationProviders } from './conversation-agent.ts';
import type { ConversationEnd, ConversationEvent, ConversationResult } from './conversation-event.ts';
import { continuedState, hasFloor, unheardAudioOf } from './fallback/continued-state.ts';
import type { HeldCall } from './fallback/held-call.ts';
import { CallerSound } from './hearing/caller-sound.ts';
import { PauseModels } from './hearing/pause-models.ts';
import { Recognition } from './hearing/recognition.ts';
import type { RecognizerReport } from './hearing/recognizer-report.ts';
import { FollowedLanguage } from './languages/followed-language.ts';
import type { EffectHandlers, WithoutTime } from './machine-loop.ts';
import { ALWAYS_CLOSED } from './provider/circuit-breaker.ts';
import { asError, failureReason, type ProviderRole } from './provider/provider-error.ts';
import { Succession } from './provider/succession.ts';
import { CallRecord } from './record/call-record.ts';
import { GO_ON } from './record/dialogue.ts';
import { PERSON_JOINED, PERSON_LEFT } from './record/joined-person.ts';
import { LastWords } from './record/last-words.ts';
import { HANDED_BACK } from './record/take-over.ts';
import type { AgentVoice } from './speaking/agent-voice.ts';
import { openAgentVoice } from './speaking/open-agent-voice.ts';
import { StockLines } from './speaking/stock-lines.ts';
import { Synthesis } from './speaking/synthesis.ts';
import type { CallerSilence } from './speaking/voice-patience.ts';
import { droppingSpan } from './speaking/voice-span.ts';
import { openToolDesk } from './tools/open-tool-desk.ts';
import type { ToolDesk } from './tools/tool-desk.ts';
import { LeaveTaking } from './turns/leave-taking.ts';
import { mayHearItself } from './turns/own-voice.ts';
import type { FileUtterance, TurnEffect } from './turns/turn-effect.ts';
import type { TurnEvent } from './turns/turn-event.ts';
import { TurnLoop } from './turns/turn-loop.ts';
import { expectedSince, isFiled, isWaitedFor } from './turns/turn-machine.ts';
import { turnSettings } from './turns/turn-settings.ts';
import type { TurnSettings, TurnState } from './turns/turn-state.ts';

/** A conversation by a recognizer, a language model and a voice, one behind the other. */
export class CascadedConversation implements Conversation {
  readonly #agent: ConversationAgent;
  readonly #providers: ConversationProviders;
  readonly #onEvent: (event: ConversationEvent) => void;
  readonly #record: CallRecord;
  readonly #followed: FollowedLanguage;
  readonly #sound: CallerSound;
  readonly #recognition: Recognition;
  readonly #tools: ToolDesk;
  readonly #synthesis: Synthesis;
  readonly #lines: StockLines;
  readonly #voice: AgentVoice;
  readonly #turns: TurnLoop;
  readonly #pauses: PauseModels;
  readonly #leaving: LeaveTaking;
  readonly #lastWords = new LastWords();
  #hearing = '';
  /** When the line last carried a sound, of either side. */
  #soundMs = 0;
  /** Our own code has thrown: the call is over. */
  #isBroken = false;
  #result: Promise<ConversationResult> | null = null;

  /** @param held a call that another kind of conversation has held so far; `goOn` takes it up */
  constructor(options: ConversationOptions, held?: HeldCall) {
    const { agent, providers, onEvent } = options;
    this.#agent = agent;
    this.#providers = providers;
    this.#onEvent = onEvent;
    this.#record = held?.record ?? new CallRecord(agent, onEvent, options.expectedRateHz);
    const { language, clock, rate, usage } = this.#record;
    this.#pauses = this.#openPauses(providers);
    const settings = this.#turnSettings();
    this.#sound = held?.sound ?? new CallerSound(providers.vad, rate, settings.detectVoicemail);
    this.#followed = this.#openFollowedLanguage();
    this.#leaving = new LeaveTaking(held?.leavingSinceMs ?? null);
    this.#turns = this.#openTurns(settings, held && continuedState(held));
    const unheardAudio = held ? unheardAudioOf(held) : [];
    this.#recognition = this.#openRecognition(unheardAudio[0]?.startMs ?? clock.nowMs);
    for (const { samples, isVoiced } of unheardAudio) this.#recognition.write(samples, isVoiced);
    this.#tools = held?.desk ?? openToolDesk(options, this.#record);
    this.#tools.serve({ onDone: (followUp) => this.#dispatch({ type: 'tools_done', followUp }) });
    this.#synthesis = new Synthesis({
      voices: providers.voices,
      language,
      clock,
      rate,
      breaker: providers.breaker ?? ALWAYS_CLOSED,
      silence: () => this.#callerSilence,
      onCharacters: (name, count) => usage.noteCharacters(name, count),
      onWarning: (code, message) => this.#warn(code, message),
    });
    if (agent.followsLanguage) this.#synthesis.prefer(language.tag);
    this.#lines = new StockLines({ agent, language, tools: this.#tools, synthesis: this.#synthesis });
    this.#voice = this.#openVoice(options.discardUnplayed);
  }

  async prepare(): Promise<void> {
    const { firstMessage, direction } = this.#agent;
    this.#synthesis.prewarm();
    if (firstMessage !== null) await this.#voice.prepareLine(firstMessage);
    else if (direction === 'outbound') this.#voice.prepareOpening();
  }

  async start(rateHz: AudioRateHz): Promise<void> {
    this.#record.rate.settle(rateHz);
    this.#dispatch({ type: 'answered' });
    await this.#recognition.open();
  }

  /** Takes up a call in the middle, as another kind of conversation has left it. */
  goOn(held: HeldCall): void {
    const { as, unheard, keys } = held;
    this.#soundMs = this.#record.clock.nowMs;
    if (as === 'ringing') {
      void this.prepare();
      return;
    }
    this.#synthesis.prewarm();
    void this.#recognition.open();
    if (unheard) this.#dispatch({ type: 'voice_started', onsetMs: unheard.onsetMs, mayBeEcho: false });
    if (unheard?.untilMs != null) this.#dispatch({ type: 'voice_stopped', untilMs: unheard.untilMs, prosody: null });
    for (const digit of keys) this.dtmf(digit);
    if (!hasFloor(held)) return;
    if (this.#record.dialogue.endsWithAgent) this.#record.dialogue.addNote(GO_ON, this.#record.clock.nowMs);
    this.#dispatch({ type: 'given_back' });
  }

  tick(heard: Frame | null): Frame | null {
    if (this.#isBroken) return null;
    if (this.#isSilent()) return this.#passTime();
    const startMs = this.#record.clock.nowMs;
    const { claims } = this.#record.language.spoken.pack;
    const frame = this.#sound.hear(heard, startMs, claims);
    const { samples, edge, isVoiced, mayBeEcho, prosody, ...sound } = frame;
    this.#record.clock.advance();
    // Of the voice that the edge may end.
    if (sound.claims !== null) this.#dispatch({ type: 'claim_judged', probability: sound.claims });
    if (edge) this.#dispatch(edge.type === 'voice_stopped' ? { ...edge, prosody } : { ...edge, mayBeEcho });
    this.#pauses.hear(frame, this.#turns.state);
    const { speech, levelDb, isPitched } = sound;
    if (isVoiced) this.#dispatch({ type: 'voice_measured', speech, levelDb, isPitched });
    this.#recognition.write(samples, isVoiced);
    if (sound.isBeep) this.#dispatch({ type: 'beep' });
    this.#dispatch({ type: 'time' });
    this.#tellHearing();
    if (this.#leaving.isDue(this.#turns.state.phase, startMs))
      this.#dispatch({ type: 'failed', role: 'host', endReason: 'interrupted_by_restart', isMute: false });
    this.#voice.beAlert(sound.isOnset && !mayHearItself(this.#turns.state));
    const sent = this.#voice.pop(startMs);
    this.#sound.noteSent(sent, startMs);
    if (sent !== null || isVoiced) this.#soundMs = this.#record.clock.nowMs;
    return sent;
  }

  dtmf(digit: string): void {
    this.#dispatch({ type: 'key', digit });
  }

  standBy(by: string): void {
    if (this.#record.takeOver.lasts || this.#isSilent()) return;
    this.#record.takeOver.begin(by);
    this.#dispatch({ type: 'taken_over' });
  }

  resume(): void {
    if (!this.#record.takeOver.lasts) return;
    this.#record.takeOver.end();
    this.#record.dialogue.addNote(HANDED_BACK, this.#record.clock.nowMs);
    // What was said to another person does not count as answered late.
    this.#record.users.takeUnanswered();
    this.#dispatch({ type: 'given_back' });
  }

  whisper(text: string): void {
    this.#record.dialogue.addNote(text, this.#record.clock.nowMs);
    // It does not know of the hint.
    this.#voice.discardSpeculation();
  }

  useTools(definitions: AgentToolDefinition[]): void {
    this.#tools.useDefinitions(definitions);
    // It was prepared without them.
    this.#voice.discardSpeculation();
  }

  transferFailed(reason: string): void {
    this.#tools.failTransfer(reason);
  }

  personJoined(): void {
    if (!this.#tools.joinTransfer()) this.whisper(PERSON_JOINED);
  }

  personLeft(): void {
    this.whisper(PERSON_LEFT);
  }

  takeLeave(): void {
    this.#leaving.begin(this.#record.clock.nowMs);
  }

  hangUp(reason: ConversationEnd): void {
    if (reason === 'transferred') this.#tools.completeTransfer();
    this.#dispatch({ type: 'hung_up' });
  }

  finish(): Promise<ConversationResult> {
    this.#result ??= this.#finish();
    return this.#result;
  }

  async #finish(): Promise<ConversationResult> {
    this.#record.takeOver.end();
    this.#dispatch({ type: 'hung_up' });
    if (!this.#isBroken) await this.#fileLastWords();
    this.#voice.close();
    this.#synthesis.close();
    this.#tools.close();
    this.#recognition.close();
    this.#pauses.close();
    this.#dispatch({ type: 'unheard' });
    this.#providers.vad.close();
    const { answeredBy, atMenu } = this.#turns.state.party;
    const outcome = this.#tools.outcomeHint ?? (atMenu ? 'failure' : null);
    return this.#record.result({ answeredBy: answeredBy ?? 'unknown', outcome });
  }

  #openPauses({ endOfTurn, anticipation }: ConversationProviders): PauseModels {
    return new PauseModels({
      endOfTurn,
      anticipation: this.#agent.turnTaking.speculate ? anticipation : undefined,
      clock: this.#record.clock,
      onJudgement: (probability, untilMs) => this.#dispatch({ type: 'turn_judged', untilMs, probability }),
      onAnticipated: (text, untilMs) => this.#dispatch({ type: 'anticipated', untilMs, text }),
      onFailure: (error) => this.#warn('end_of_turn_model_lost', error.message),
    });
  }

  #turnSettings(): TurnSettings {
    const { tag, spoken } = this.#record.language;
    return { ...turnSettings(this.#agent, spoken), anticipates: this.#pauses.expect(tag) };
  }

  get #callerSilence(): CallerSilence {
    const { nowMs } = this.#record.clock;
    const sinceMs = expectedSince(this.#turns.state) ?? nowMs;
    return { silentMs: nowMs - this.#soundMs, expectedMs: nowMs - sinceMs };
  }

  async #fileLastWords(): Promise<void> {
    this.#dispatch({ type: 'last_words', sent: this.#voice.sentWords });
    if (!isFiled(this.#turns.state)) await this.#lastWords.wait();
  }

  /** Not answered yet, or over. */
  #isSilent(): boolean {
    const { name } = this.#turns.state.phase;
    return name === 'idle' || name === 'ended';
  }

  /** Nothing but the last frame, which fades out. */
  #passTime(): Frame | null {
    const startMs = this.#record.clock.nowMs;
    if (this.#turns.state.phase.name === 'ended') this.#record.clock.advance();
    return this.#voice.pop(startMs);
  }

  #openTurns(settings: TurnSettings, initial?: TurnState): TurnLoop {
    const handlers: EffectHandlers<TurnEffect> = {
      duck_playout: () => this.#voice.duck(),
      restore_playout: () => this.#voice.restore(),
      hold_playout: () => this.#voice.hold(),
      release_playout: () => this.#voice.release(),
      drop_speech: ({ for: cause }) => this.#voice.drop(droppingSpan(cause, this.#turns.state)),
      fill_pause: ({ line }) => this.#voice.fill(this.#lines.text(line)),
      finalize_recognition: ({ overAgent }) => this.#recognition.finalize({ overAgent }),
      speculate: ({ text }) => this.#voice.speculate(text, this.#turns.state.party.atMenu),
      discard_speculation: () => this.#voice.discardSpeculation(),
      forget_audio: ({ beforeMs }) => this.#recognition.forgetBefore(beforeMs),
      file_utterance: (utterance) => this.#file(utterance),
      reply: ({ text }) => this.#voice.reply(text, this.#record.users.takeUnanswered(), this.#turns.state.party.atMenu),
      say: ({ line }) => (line === 'remainder' ? this.#voice.sayRemainder() : this.#voice.say(this.#lines.text(line))),
      prepare_line: ({ line }) => void this.#voice.prepareLine(this.#lines.text(line)),
      act: () => this.#tools.act(),
      answered_by: ({ who }) => this.#onEvent({ type: 'answered_by', who }),
      hang_up: ({ endReason }) => this.#onEvent({ type: 'hangup', endReason }),
    };
    return new TurnLoop(settings, this.#record.clock, handlers, initial);
  }

  /** @param fromMs media time of the first frame that it hears */
  #openRecognition(fromMs: number): Recognition {
    const { hints, followsLanguage = false } = this.#agent;
    const { clock, rate, language, usage } = this.#record;
    const transcribers = new Succession({ role: 'stt', candidates: this.#providers.transcribers, ...this.#succession });
    return new Recognition({
      transcribers,
      languageFor: ({ capabilities }) => (followsLanguage && capabilities.detectsLanguage ? null : language.tag),
      hints,
      clock,
      rate,
      fromMs,
      onReport: (report) => this.#hearReport(report),
      onAudio: (name, ms) => usage.noteAudio(name, ms),
      onLanguage: (heard) => {
        this.#followed.noteLanguage(heard);
        this.#onEvent({ type: 'language', language: heard });
      },
      onFailure: (error) => this.#fail('stt', error),
      onWarning: (code, message) => this.#warn(code, message),
    });
  }

  get #succession() {
    return {
      nameOf: ({ name }: { name: string }): string => name,
      breaker: this.#providers.breaker ?? ALWAYS_CLOSED,
      onWarning: (code: string, message: string): void => this.#warn(code, message),
    };
  }

  #openVoice(discardUnplayed: ConversationOptions['discardUnplayed']): AgentVoice {
    return openAgentVoice({
      agent: this.#agent,
      models: new Succession({ role: 'llm', candidates: this.#providers.models, ...this.#succession }),
      record: this.#record,
      synthesis: this.#synthesis,
      tools: this.#tools,
      filler: () => this.#lines.text('one_moment'),
      isWaitedFor: () => isWaitedFor(this.#turns.state),
      discardUnplayed,
      onEvent: (event) => (event.type === 'failed' ? this.#fail(event.role, event.error) : this.#dispatch(event)),
    });
  }

  /** What the user has said; and where it was said in another language, the call goes on in that. */
  #file(utterance: FileUtterance): void {
    const { as, to, text, startMs } = utterance;
    if (to === 'transcript') {
      this.#record.users.file(utterance);
      return;
    }
    const { spoken, next } = this.#followed.judge(text);
    this.#record.users.file(utterance, spoken);
    if (as === 'turn' && next !== null) this.#followed.follow(next, startMs);
  }

  #openFollowedLanguage(): FollowedLanguage {
    return new FollowedLanguage({
      agent: this.#agent,
      language: this.#record.language,
      dialogue: this.#record.dialogue,
      prefer: (tag) => this.#synthesis.prefer(tag),
      onChange: () => {
        this.#turns.useSettings(this.#turnSettings());
        // It was prepared in the language of before.
        this.#voice.discardSpeculation();
        this.#synthesis.prewarm();
      },
      onEvent: this.#onEvent,
      onWarning: (code, message) => this.#warn(code, message),
    });
  }

  #hearReport(report: RecognizerReport): void {
    if (report.type === 'final') this.#followed.noteFinal(report.text);
    this.#dispatch({ type: 'recognized', report, sent: this.#voice.sentWords });
    this.#tellHearing();
    if (isFiled(this.#turns.state)) this.#lastWords.noteFiled();
  }

  #tellHearing(): void {
    const { text } = this.#turns.state.utterance;
    if (text === this.#hearing) return;
    this.#hearing = text;
    this.#onEvent({ type: 'hearing', text });
  }

  /** An exception of our own ends this call as what it is, wherever it was thrown. */
  #dispatch(event: WithoutTime<TurnEvent>): void {
    if (this.#isBroken) return;
    try {
      this.#turns.dispatch(event);
    } catch (cause) {
      this.#isBroken = true;
      this.#record.warnings.addFailure('turns', asError(cause));
      this.#onEvent({ type: 'hangup', endReason: 'internal_error' });
    }
  }

  #fail(role: ProviderRole, error: Error): void {
    this.#record.warnings.addFailure(role, error);
    const isMute = role === 'tts' && this.#synthesis.otherLanguage === null;
    this.#dispatch({ type: 'failed', role, endReason: failureReason(error), isMute });
  }

  #warn(code: string, message: string): void {
    this.#record.warnings.add(code, message);
  }
}
