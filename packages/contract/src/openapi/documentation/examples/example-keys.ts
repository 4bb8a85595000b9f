import type { ApiKey } from '../../../key.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleKey: ApiKey = {
  key_id: idOf('key_id'),
  name: 'Appointment reminders',
  permissions: ['calls:read', 'calls:write'],
  last_four: '3yKd',
  created_at: CREATED_AT - 86_400,
  last_used_at: CREATED_AT - 60,
  expires_at: null,
};
