import type { Agent } from '../../../agent.ts';
import { AgentSettings } from '../../../agent.ts';
import type { AgentVersion } from '../../../agent-version.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleAgent: Agent = {
  agent_id: idOf('agent_id'),
  name: 'Appointment desk',
  status: 'active',
  prompt: 'You call {{name}} for City Dental to confirm the appointment on {{day}}. Be brief and friendly.',
  first_message: 'Hello {{name}}, this is City Dental about your appointment on {{day}}. Does it still suit you?',
  voice_id: 'builtin/rms',
  model: 'builtin/script',
  transcriber: null,
  language: 'en-US',
  timezone: 'America/New_York',
  max_duration: 1800,
  ring_timeout: 30,
  waiting: 'phrases',
  variables: { day: 'tomorrow' },
  tools: [
    {
      type: 'http',
      name: 'free_times',
      description: 'The free times of a day, before another appointment is offered.',
      parameters: {
        type: 'object',
        properties: { day: { type: 'string', description: 'ISO date' } },
        required: ['day'],
      },
      method: 'GET',
      url: 'https://api.example.com/calendar/{{args.day}}',
      headers: [{ name: 'authorization', value: null, secret: true, value_set: true }],
      timeout: 5,
      say: 'Let me look at the calendar.',
      variables: { first_free: '$.times[0]' },
    },
  ],
  variables_webhook: null,
  fallbacks: { transcriber: [], model: [], voice_id: [] },
  turn_taking: { endpointing_ms: 600, interruption_ms: 300, reminder_ms: 7000, end_ms: 10_000 },
  voicemail: { action: 'hangup', message: null },
  recording: { enabled: true },
  knowledge: { document_ids: [], mode: 'both' },
  disclosure: 'This call is recorded.',
  outcomes: ['confirmed', 'moved'],
  extraction: {
    type: 'object',
    properties: { day: { type: 'string', description: 'The day of the appointment that they agreed on' } },
    required: ['day'],
  },
  phone_number: '+12025550150',
  version: 3,
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 3600,
};

export const exampleAgentVersion: AgentVersion = {
  version: exampleAgent.version,
  created_at: exampleAgent.updated_at,
  changed_by: { type: 'key', id: 'key_01k9z1a2b3c4d5e6f7g8h9j0k1', name: 'Deployment' },
  changed: ['prompt', 'disclosure'],
  restored_from: null,
  settings: AgentSettings.parse(exampleAgent),
};
