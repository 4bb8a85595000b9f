import type { Softphone } from '../../../softphone.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleSoftphone: Softphone = {
  softphone_id: idOf('softphone_id'),
  name: 'ann',
  username: 'ann-5f7g9h',
  srtp: 'preferred',
  digest: 'md5',
  registered: true,
  contacts: [{ address: 'udp:203.0.113.7:5060', user_agent: 'baresip v1.0.0', expires_at: CREATED_AT + 3600 }],
  created_at: CREATED_AT,
};
