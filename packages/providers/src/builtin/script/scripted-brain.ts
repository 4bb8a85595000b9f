import type { LanguageModel, LanguageModelEvent, LanguageModelRequest } from '@parley/conversation/provider';
import { dialogueTurns, type Reply } from './dialogue-turns.ts';
import { fillVariables } from './fill-variables.ts';
import { parseScript } from './parse-script.ts';
import { scriptReply } from './script-dialogue.ts';
import { smallTalkReply } from './small-talk.ts';
import { answerMenu, type MenuAnswer } from './voice-menu.ts';
import { whisperedWords } from './whispered-words.ts';

/** The agent's prompt before its `{{variables}}` are filled in: values are data, and no part of the dialogue. */
export interface ScriptedPrompt {
  template: string;
  variables: Record<string, string>;
}

/**
 * A "language model" without any model: follows the dialogue that is written in the agent's prompt (see SCRIPT.md),
 * or makes polite conversation when it holds none. One for each call, and stateless: each answer replays the dialogue over the messages.
 */
export class ScriptedBrain implements LanguageModel {
  readonly name = 'builtin/script';
  readonly #prompt: ScriptedPrompt;

  constructor(prompt: ScriptedPrompt) {
    this.#prompt = prompt;
  }

  async *respond({ messages: all, tools, signal }: LanguageModelRequest): AsyncGenerator<LanguageModelEvent> {
    const messages = all.filter(({ role }) => role !== 'note');
    // Neither the result of the call's end nor that of a key press needs an answer.
    if (messages.at(-1)?.role === 'tool') {
      yield { type: 'silence' };
      return;
    }
    const { template, variables } = this.#prompt;
    const parsed = parseScript(template);
    const choices = (parsed?.script.choices ?? []).map((choice) => fillVariables(choice, variables));
    const menu = answerMenu(messages, tools, choices);
    if (menu) {
      yield* withoutWords(menu, messages.length);
      return;
    }
    const turns = dialogueTurns(messages);
    const reply: Reply = parsed ? scriptReply(parsed.script, variables, turns) : smallTalkReply(template, turns);
    const text = [whisperedWords(all), reply.text].filter((words) => words !== '').join(' ');
    for (const delta of text.match(/\S+\s*/g) ?? []) {
      if (signal.aborted) return;
      yield { type: 'text', delta };
    }
    if (signal.aborted) return;
    if (reply.outcome === null) {
      if (text === '') yield { type: 'silence' };
      return;
    }
    yield toolCall('end_call', { outcome: reply.outcome }, messages.length);
  }
}

/** A menu does not listen to words. */
function* withoutWords(menu: MenuAnswer, turn: number): Generator<LanguageModelEvent> {
  if (menu.type === 'wait') yield { type: 'silence' };
  if (menu.type === 'press') yield toolCall('send_dtmf', { digits: menu.digit }, turn);
  if (menu.type === 'give_up') yield toolCall('end_call', { outcome: 'failure' }, turn);
}

function toolCall(name: string, parameters: Record<string, unknown>, turn: number): LanguageModelEvent {
  return { type: 'tool_call', call: { id: `${name}_${turn}`, name, arguments: parameters } };
}
