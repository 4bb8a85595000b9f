import { AgentField } from '@parley/contract';

/** What people call the fields of an agent. */
export const fieldNames: Record<AgentField, string> = {
  name: 'Name',
  status: 'Status',
  prompt: 'Prompt',
  first_message: 'First message',
  voice_id: 'Voice',
  transcriber: 'Recognizer',
  fallbacks: 'Fallbacks',
  model: 'Language model',
  language: 'Language',
  timezone: 'Time zone',
  max_duration: 'Longest call',
  ring_timeout: 'Ring time',
  waiting: 'While the caller waits',
  variables: 'Variables',
  tools: 'Tools',
  variables_webhook: 'Variables webhook',
  turn_taking: 'Turn-taking',
  voicemail: 'Voicemail',
  recording: 'Recording',
  disclosure: 'Disclosure',
  outcomes: 'Outcomes',
  knowledge: 'Knowledge',
  extraction: 'Extraction',
};

const partNames: Record<string, string> = {
  endpointing_ms: 'silence that ends a turn',
  interruption_ms: 'speech that interrupts',
  reminder_ms: 'silence before a reminder',
  end_ms: 'silence that ends the call',
  action: 'when a voicemail answers',
  message: 'message',
  enabled: 'whether calls are recorded',
  transcriber: 'of the recognizer',
  model: 'of the language model',
  voice_id: 'of the voice',
  document_ids: 'documents',
  mode: 'how it is used',
};

/** What people call the place of a path such as `turn_taking.end_ms` or `outcomes.2`. */
export function placeName(path: string): string {
  const [root = '', part, entry] = path.replaceAll('[', '.').replaceAll(']', '').split('.');
  const field = AgentField.safeParse(root).data;
  const name = field ? fieldNames[field] : path;
  if (part === undefined) return name;
  if (/^\d+$/.test(part)) return `${name}, entry ${Number(part) + 1}`;
  const place = `${name}, ${partNames[part] ?? part}`;
  return entry === undefined ? place : `${place}, entry ${Number(entry) + 1}`;
}
