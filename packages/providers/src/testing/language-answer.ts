import type { LanguageModel, LanguageModelEvent, LanguageModelRequest } from '@parley/conversation/provider';

/** All events of an answer. */
export async function answerOf(
  model: LanguageModel,
  overrides: Partial<LanguageModelRequest> = {},
): Promise<LanguageModelEvent[]> {
  const request: LanguageModelRequest = {
    prompt: 'You are Ava.',
    messages: [{ role: 'user', text: 'Hello?' }],
    tools: [],
    signal: new AbortController().signal,
    ...overrides,
  };
  const events: LanguageModelEvent[] = [];
  for await (const event of model.respond(request)) events.push(event);
  return events;
}
