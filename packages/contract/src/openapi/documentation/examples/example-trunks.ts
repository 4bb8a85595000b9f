import type { Trunk } from '../../../trunk.ts';
import type { TrunkPreset } from '../../../trunk-preset.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleTrunk: Trunk = {
  trunk_id: idOf('trunk_id'),
  name: 'Office PBX',
  host: 'pbx.example.com',
  port: 5060,
  transport: 'udp',
  outbound_proxy: null,
  authentication: 'none',
  username: null,
  password_set: false,
  registration_mode: 'single',
  srtp: 'off',
  codecs: ['pcmu', 'pcma', 'g722', 'opus'],
  inbound_addresses: ['198.51.100.0/24'],
  fallback_trunk_id: null,
  caller_id: '+493012345678',
  max_calls: 10,
  status: 'active',
  registration: null,
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 3600,
};

export const exampleTrunkPreset: TrunkPreset = {
  preset: 'vonage',
  name: 'Vonage SIP Trunking',
  kind: 'provider',
  host: null,
  host_hint: 'The domain of the trunk, such as yourcompany.sip-us.vonage.com; of older accounts sip.nexmo.com.',
  port: 5060,
  transport: 'udp',
  authentication: 'digest',
  username_hint: 'A user name of the credentials of the trunk; with sip.nexmo.com the API key.',
  password_hint: 'The password of that user; with sip.nexmo.com the API secret.',
  srtp: 'off',
  encrypted: { port: 5061, transport: 'tls', srtp: 'required' },
  inbound_addresses: [],
  codecs: ['PCMU', 'PCMA'],
  steps: ['Make a trunk with a domain in the dashboard under Voice, SIP Trunks.', 'Link your numbers with the trunk.'],
  notes: ['Add the addresses that its knowledge base lists for your region to the further addresses of the trunk.'],
  documentation_url: 'https://developer.vonage.com/en/sip/technical-details',
  tried: false,
};
