import { expect, test } from 'vitest';
import { askedVariables } from './asked-variables.ts';

const agent = {
  prompt: 'You call {{ name }} about {{day}}. It is {{current_time}}.',
  first_message: 'Hello {{name}}, this is {{company}}.',
  disclosure: null,
  voicemail: { action: 'message', message: 'Call {{from_number}} or {{office}}.' },
  variables: { company: 'Riverside Dental' },
} as const;

test('every name that has no value is asked for, once', () => {
  expect(askedVariables({ ...agent, voicemail: { ...agent.voicemail } })).toEqual(['name', 'day', 'office']);
});
