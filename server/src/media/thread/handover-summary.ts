import type { TranscriptTurn } from '@parley/contract';
import { type LanguageModel, languageName } from '@parley/conversation';

/** A model that writes no summaries: its words are written before the call. */
const SCRIPT = 'builtin/script';
/** The target has answered and hears nothing until then. */
const SUMMARY_MS = 5000;
const MOST_TURNS = 40;

/**
 * What a call is about, in two sentences by the first of the language models, for the person who takes it over. Null: no
 * model says so in time. Never rejects.
 */
export async function handoverSummary(
  models: readonly LanguageModel[],
  turns: readonly TranscriptTurn[],
  language: string,
): Promise<string | null> {
  const talk = turns
    .filter(({ role, text }) => role !== 'tool' && text !== '')
    .slice(-MOST_TURNS)
    .map(({ role, text }) => `${role === 'agent' ? 'Agent' : 'Caller'}: ${text}`);
  const model = models.find(({ name }) => name !== SCRIPT);
  if (!model || talk.length === 0) return null;
  const signal = AbortSignal.timeout(SUMMARY_MS);
  const prompt = `You hand a telephone call over to a colleague, who has just picked up. Tell them in at most two short spoken sentences, in ${languageName(language) ?? language}, who is calling and what they want. No greeting, no question, no list.`;
  let text = '';
  try {
    const messages = [{ role: 'user' as const, text: talk.join('\n') }];
    for await (const event of model.respond({ prompt, messages, tools: [], signal }))
      if (event.type === 'text') text += event.delta;
  } catch {
    return null;
  }
  return signal.aborted || text.trim() === '' ? null : text.trim();
}
