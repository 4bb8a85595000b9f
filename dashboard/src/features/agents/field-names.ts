import type { AgentField } from '@parley/contract';

/** What people call the fields of an agent. */
export const fieldNames: Record<AgentField, string> = {
  name: 'Name',
  status: 'Status',
  prompt: 'Prompt',
  first_message: 'First message',
  voice_id: 'Voice',
  model: 'Language model',
  language: 'Language',
  timezone: 'Time zone',
  max_duration: 'Longest call',
  ring_timeout: 'Ring time',
  variables: 'Variables',
  tools: 'Tools',
  turn_taking: 'Turn-taking',
  voicemail: 'Voicemail',
  recording: 'Recording',
  disclosure: 'Disclosure',
  outcomes: 'Outcomes',
};
