import type { AgentSettings } from '@parley/contract';
import { render } from '../agents/template.ts';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import type { MediaAgent, MediaTool } from '../media/media.ts';
import { defaultTranscriber } from '../providers/default-transcriber.ts';
import { successorsOf } from '../providers/successors.ts';
import type { CallOfAgent } from './call-variables.ts';

type Texts = Readonly<Record<string, string>>;

/** What the prompt contains for a variable that has no value yet. */
const NOT_KNOWN = '(not known yet)';

/** The instructions of an agent, with its variables filled in. */
export const promptOf = (settings: AgentSettings, variables: Texts): string =>
  render(settings.prompt, variables, NOT_KNOWN);

/** The agent of a call, with its variables filled in. `providers`: what its account can name. `tools`: what it can use. */
export function mediaAgentOf(
  { direction }: Pick<CallOfAgent, 'direction'>,
  settings: AgentSettings,
  providers: readonly NamedProvider[],
  { variables, tools }: { variables: Texts; tools: readonly MediaTool[] },
): MediaAgent {
  // A placeholder is never spoken.
  const rendered = (text: string | null) => (text === null ? null : render(text, variables, ''));
  const transfer = settings.tools.find((tool) => tool.type === 'transfer_call');
  return {
    prompt: { template: settings.prompt, variables: { ...variables }, rendered: promptOf(settings, variables) },
    firstMessage: rendered(settings.first_message),
    disclosure: rendered(settings.disclosure),
    voice: settings.voice_id,
    model: settings.model,
    transcriber: settings.transcriber ?? defaultTranscriber(providers, settings.language),
    fallbacks: settings.fallbacks,
    successors: successorsOf(settings, providers),
    language: settings.language,
    allowsDtmf: settings.tools.some((tool) => tool.type === 'send_dtmf'),
    transfer: transfer
      ? {
          // Their numbers are for the network alone.
          destinations: transfer.destinations.map(({ name, description }) => ({ name, description })),
          message: rendered(transfer.message),
        }
      : null,
    tools: [...tools],
    endpointingMs: settings.turn_taking.endpointing_ms,
    interruptionMs: settings.turn_taking.interruption_ms,
    waiting: settings.waiting,
    reminderMs: settings.turn_taking.reminder_ms,
    endMs: settings.turn_taking.end_ms,
    voicemail: { action: settings.voicemail.action, message: rendered(settings.voicemail.message) },
    direction,
    knowledge: settings.knowledge.document_ids.length === 0 ? null : settings.knowledge.mode,
  };
}
