import type { AgentSettings } from '@parley/contract';
import { render, resolveVariables, spokenTime } from '../agents/template.ts';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import type { MediaAgent } from '../media/media.ts';
import { defaultTranscriber } from '../providers/default-transcriber.ts';
import type { LiveCall } from './call-record.ts';

type CallOfAgent = Pick<LiveCall, 'call_id' | 'direction' | 'recipient_phone' | 'from_number' | 'variables'>;

/** The agent of a call, with its variables filled in. `providers`: what its account can name. `now`: for the time that the agent knows. */
export function mediaAgentOf(
  call: CallOfAgent,
  settings: AgentSettings,
  providers: readonly NamedProvider[],
  now: Date,
): MediaAgent {
  const variables = resolveVariables({
    builtin: {
      recipient_phone: call.recipient_phone,
      from_number: call.from_number ?? '',
      call_id: call.call_id,
      current_time: spokenTime(now, settings.timezone),
    },
    defaults: settings.variables,
    given: call.variables,
  });
  const rendered = (text: string | null) => (text === null ? null : render(text, variables));
  return {
    prompt: { template: settings.prompt, variables: { ...variables }, rendered: render(settings.prompt, variables) },
    firstMessage: rendered(settings.first_message),
    disclosure: rendered(settings.disclosure),
    voice: settings.voice_id,
    model: settings.model,
    transcriber: settings.transcriber ?? defaultTranscriber(providers, settings.language),
    fallbacks: settings.fallbacks,
    language: settings.language,
    allowsDtmf: settings.tools.some((tool) => tool.type === 'send_dtmf'),
    endpointingMs: settings.turn_taking.endpointing_ms,
    interruptionMs: settings.turn_taking.interruption_ms,
    waiting: settings.waiting,
    reminderMs: settings.turn_taking.reminder_ms,
    endMs: settings.turn_taking.end_ms,
    voicemail: { action: settings.voicemail.action, message: rendered(settings.voicemail.message) },
    direction: call.direction,
    knowledge: settings.knowledge.document_ids.length === 0 ? null : settings.knowledge.mode,
  };
}
