import { AgentField } from '@parley/contract';

/** What people call the fields of an agent. */
export const fieldNames: Record<AgentField, string> = {
  name: 'Name',
  status: 'Status',
  prompt: 'Prompt',
  first_message: 'First message',
  voice_id: 'Voice',
  transcriber: 'Listens',
  fallbacks: 'Stand-ins',
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

const partNames: Record<string, string> = {
  endpointing_ms: 'silence that ends a turn',
  interruption_ms: 'speech that interrupts',
  reminder_ms: 'silence before a reminder',
  end_ms: 'silence that ends the call',
  action: 'when a voicemail answers',
  message: 'message',
  enabled: 'whether calls are recorded',
};

/** What people call the place of a path such as `turn_taking.end_ms` or `outcomes.2`. */
export function placeName(path: string): string {
  const [root = '', part] = path.replaceAll('[', '.').replaceAll(']', '').split('.');
  const field = AgentField.safeParse(root).data;
  const name = field ? fieldNames[field] : path;
  if (part === undefined) return name;
  return /^\d+$/.test(part) ? `${name}, entry ${Number(part) + 1}` : `${name}, ${partNames[part] ?? part}`;
}
