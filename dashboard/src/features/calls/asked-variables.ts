import type { Agent } from '@parley/contract';

/** Those that every call has. */
const builtIn = new Set(['recipient_phone', 'from_number', 'current_time', 'call_id']);

/** Names that the agent's texts ask for and that it has no value of its own for: every call has to give them. */
export function askedVariables(
  agent: Pick<Agent, 'prompt' | 'first_message' | 'disclosure' | 'voicemail' | 'variables'>,
): string[] {
  const texts = [agent.prompt, agent.first_message, agent.disclosure, agent.voicemail.message];
  const names = texts.flatMap((text) =>
    [...(text ?? '').matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name]) => name!.trim()),
  );
  return [...new Set(names)].filter((name) => name !== '' && !builtIn.has(name) && !(name in agent.variables));
}
