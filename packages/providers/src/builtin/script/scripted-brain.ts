import type { LanguageModel, LanguageModelEvent, LanguageModelRequest } from '@parley/conversation';
import { dialogueTurns, type Reply } from './dialogue-turns.ts';
import { parseScript } from './parse-script.ts';
import { scriptReply } from './script-dialogue.ts';
import { smallTalkReply } from './small-talk.ts';

/**
 * A "language model" without any model: follows the dialogue that is written in the agent's prompt (see SCRIPT.md),
 * or makes polite conversation when it holds none. Stateless: each answer replays the dialogue over the messages.
 */
export class ScriptedBrain implements LanguageModel {
  readonly name = 'builtin/script';

  async *respond({ prompt, messages, signal }: LanguageModelRequest): AsyncGenerator<LanguageModelEvent> {
    // The result of the call's end needs no answer.
    if (messages.at(-1)?.role === 'tool') return;
    const turns = dialogueTurns(messages);
    const parsed = parseScript(prompt.template);
    const reply: Reply = parsed
      ? scriptReply(parsed.script, prompt.variables, turns)
      : smallTalkReply(prompt.template, turns);
    for (const delta of reply.text.match(/\S+\s*/g) ?? []) {
      if (signal.aborted) return;
      yield { type: 'text', delta };
    }
    if (reply.outcome === null || signal.aborted) return;
    const call = { id: `end_call_${messages.length}`, name: 'end_call', arguments: { outcome: reply.outcome } };
    yield { type: 'tool_call', call };
  }
}
