import type { ConversationAgent } from '../conversation-agent.ts';
import type { AnsweredBy, ConversationEvent } from '../conversation-event.ts';
import type { CallLanguage } from '../languages/call-language.ts';
import { type EffectHandlers, MachineLoop, type WithoutTime } from '../machine-loop.ts';
import type { MediaClock } from '../media-clock.ts';
import { failureReason, ProviderError } from '../provider/provider-error.ts';
import type { SpeechToSpeechEvent } from '../provider/speech-to-speech.ts';
import type { Dialogue } from '../record/dialogue.ts';
import type { UserTurns } from '../record/user-turns.ts';
import type { Warnings } from '../record/warnings.ts';
import { MAX_TOOL_ROUNDS } from '../speaking/agent-voice.ts';
import { lineText, phrasesOf } from '../speaking/stock-phrases.ts';
import type { ToolDesk } from '../tools/tool-desk.ts';
import type { CallerTurns } from './caller-turns.ts';
import type { ModelConnection } from './model-connection.ts';
import type { ModelTools } from './model-tools.ts';
import type { ModelVoice } from './model-voice.ts';
import type { HandOver, ModelFailure, TalkEffect, TalkLine, Words } from './talk/talk-effect.ts';
import type { TalkEvent } from './talk/talk-event.ts';
import { advance } from './talk/talk-machine.ts';
import { initialState, type TalkSettings, type TalkState } from './talk/talk-state.ts';

/** What a session tells of the talk itself. */
export type TalkReport = Exclude<SpeechToSpeechEvent, { type: 'usage' | 'transcribed' | 'warning' }>;

export interface ModelTalkOptions {
  agent: ConversationAgent;
  settings: TalkSettings;
  language: CallLanguage;
  clock: MediaClock;
  dialogue: Dialogue;
  users: UserTurns;
  callers: CallerTurns;
  voice: ModelVoice;
  connection: ModelConnection;
  tools: ModelTools;
  desk: ToolDesk;
  warnings: Warnings;
  onEvent: (event: ConversationEvent) => void;
  /** The model is lost: another kind of conversation goes on. */
  onHandOver: (as: HandOver, isWaiting: boolean) => void;
}

/** Runs the talk machine of a call that a model holds: tells it what happens, and does what it asks for. */
export class ModelTalk {
  readonly #options: ModelTalkOptions;
  readonly #loop: MachineLoop<TalkState, TalkEvent, TalkEffect, TalkSettings>;

  constructor(options: ModelTalkOptions) {
    const { settings, clock, connection } = options;
    this.#options = options;
    const initial = initialState(settings);
    this.#loop = new MachineLoop({ initial, settings, advance, clock, handlers: this.#handlers() });
    connection.listenOnly(initial.listensOnly);
  }

  get isAnswered(): boolean {
    return this.#loop.state.phase.name !== 'idle';
  }

  get isOver(): boolean {
    return this.#loop.state.phase.name === 'ended';
  }

  get answeredBy(): AnsweredBy {
    return this.#loop.state.callee.answeredBy ?? 'unknown';
  }

  /** A voice menu has the line, and no person was met behind it. */
  get atMenu(): boolean {
    return this.#loop.state.callee.atMenu;
  }

  /** What is known of the call. */
  get state(): TalkState {
    return this.#loop.state;
  }

  /** From the next event on. */
  useSettings(settings: TalkSettings): void {
    this.#loop.useSettings(settings);
  }

  dispatch(event: WithoutTime<TalkEvent>): void {
    this.#loop.dispatch(event);
  }

  hearModel(event: TalkReport, rateHz: number): void {
    const { voice, callers, tools } = this.#options;
    switch (event.type) {
      case 'voice_started':
        this.dispatch({ type: 'caller_started' });
        return;
      case 'voice_stopped':
        this.dispatch({ type: 'caller_stopped', turn: callers.close(event.itemId) });
        return;
      case 'heard':
        // The words come back as what was heard in the call.
        callers.hear(event.itemId, event.text, event.isFinal);
        return;
      case 'audio':
        if (voice.isWanted(event.itemId)) this.dispatch({ ...event, rateHz, isTurnOpen: callers.hasOpen });
        return;
      case 'transcript':
        voice.hearText(event.itemId, event.text, event.isFinal);
        return;
      case 'item_ended':
        voice.endItem(event.itemId);
        return;
      case 'tool_calls':
        this.dispatch({ type: 'tools_called', calls: event.calls, isTurnOpen: callers.hasOpen });
        return;
      case 'tool_calls_withdrawn':
        tools.withdraw(event.callIds);
        return;
      case 'reply_ended':
        this.dispatch(event);
        return;
    }
  }

  /** The model's session is gone. */
  loseSession(): void {
    const { voice, connection } = this.#options;
    const { isModelSpeaking: wasSpeaking } = voice;
    this.dispatch({ type: 'session_lost', wasSpeaking, isAsked: connection.isAsked });
  }

  /** For good. */
  fail(error: Error): void {
    this.#options.warnings.addFailure('llm', error);
    this.dispatch({ type: 'failed', endReason: failureReason(error) });
  }

  failOtherVoice(error: Error): void {
    this.#options.warnings.addFailure('tts', error);
    this.dispatch({ type: 'other_voice_failed' });
  }

  #handlers(): EffectHandlers<TalkEffect> {
    const { voice, connection, tools, desk, users, callers, dialogue, clock, warnings, onEvent } = this.#options;
    return {
      say: ({ words }) => connection.say(this.#text(words)),
      reply: ({ hint }) => connection.reply(hint),
      say_in_other_voice: ({ words }) => void voice.say(this.#text(words)),
      settle_request: () => connection.settle(),
      cancel_reply: () => connection.cancel(),
      listen_only: ({ only }) => connection.listenOnly(only),
      note: ({ text }) => connection.note(text),
      remember: ({ text }) => dialogue.addNote(text, clock.nowMs),
      restart_session: ({ reason }) => connection.restart(reason),
      close_session: () => connection.close(),
      delay_playout: () => voice.waitForStart(),
      start_playout: () => voice.start(),
      play: ({ itemId, samples, rateHz }) => voice.hearAudio(itemId, samples, rateHz),
      hold_playout: () => voice.hold(),
      release_playout: () => voice.release(),
      drop_speech: ({ over }) => voice.drop(over),
      drop_other_voice: () => voice.dropLines(),
      end_items: () => voice.endItems(),
      time_answer: ({ turn }) => voice.expectAnswer(turn),
      close_turn: () => {
        const turn = callers.closeOpen();
        if (turn) voice.expectAnswer(turn);
      },
      file_keys: ({ digits, startMs, endMs }) => {
        const spoken = { words: [], voiced: false, changedMs: endMs };
        users.file({
          type: 'file_utterance',
          to: 'both',
          as: 'turn',
          text: `[keys: ${digits}]`,
          startMs,
          endMs,
          ...spoken,
        });
      },
      run_tools: ({ calls }) => tools.run(calls),
      act: () => desk.act(),
      call_off_tools: () => desk.callOff(),
      answer_tools: ({ wantsReply, instead }) => tools.answer(wantsReply, instead),
      report_failure: ({ failure }) => warnings.addFailure('llm', this.#failure(failure)),
      hand_over: ({ as, isWaiting }) => this.#options.onHandOver(as, isWaiting),
      answered_by: ({ who }) => onEvent({ type: 'answered_by', who }),
      hang_up: ({ endReason }) => onEvent({ type: 'hangup', endReason }),
    };
  }

  #text(words: Words): string {
    return 'text' in words ? words.text : this.#lineText(words.line);
  }

  #lineText(line: TalkLine): string {
    const { agent, language, desk } = this.#options;
    const { pack } = language.spoken;
    if (line === 'parting') return phrasesOf(agent, pack).parting;
    const { meanwhile } = desk;
    return line === 'one_moment' && meanwhile !== null ? meanwhile : lineText(line, agent, pack);
  }

  #failure(failure: ModelFailure): ProviderError {
    const { modelName } = this.#options.connection;
    if (failure === 'too_many_tool_rounds')
      return new ProviderError('llm', modelName, `called tools ${MAX_TOOL_ROUNDS} times in a row`, {
        retryable: false,
      });
    return new ProviderError('llm', modelName, 'did not answer', {
      retryable: true,
      advice: 'Check that the vendor is up, and that the model is fast enough for a conversation.',
    });
  }
}
