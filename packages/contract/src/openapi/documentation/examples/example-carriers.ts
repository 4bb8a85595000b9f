import type { CarrierAccount } from '../../../carrier.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleCarrier: Extract<CarrierAccount, { kind: 'twilio' }> = {
  carrier_id: idOf('carrier_id'),
  kind: 'twilio',
  name: 'Twilio',
  account_sid: 'AC0123456789abcdef0123456789abcdef',
  auth_token_set: true,
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 86_400,
};
