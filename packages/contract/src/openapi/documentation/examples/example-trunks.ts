import type { Trunk } from '../../../trunk.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleTrunk: Trunk = {
  trunk_id: idOf('trunk_id'),
  name: 'Office PBX',
  host: 'pbx.example.com',
  port: 5060,
  transport: 'udp',
  authentication: 'none',
  username: null,
  password_set: false,
  srtp: 'off',
  inbound_addresses: ['198.51.100.0/24'],
  caller_id: '+493012345678',
  max_calls: 10,
  status: 'active',
  registration: null,
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 3600,
};
