import type { User } from '../../../user.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleUser: User = {
  user_id: idOf('user_id'),
  email: 'maria@example.com',
  name: 'Maria Lopez',
  role: 'member',
  status: 'active',
  totp_enabled: true,
  link_expires_at: null,
  last_seen_at: CREATED_AT - 60,
  created_at: CREATED_AT - 86_400,
};
