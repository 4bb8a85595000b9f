import type { OwnedNumber } from '../../../number.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleNumber: OwnedNumber = {
  number_id: idOf('number_id'),
  phone_number: '+14155550123',
  source: 'simulated',
  trunk_id: null,
  agent_id: idOf('agent_id'),
  carrier_id: null,
  is_bought: true,
  is_default: false,
  created_at: CREATED_AT - 7200,
};

export const exampleTrunkNumber: OwnedNumber = {
  ...exampleNumber,
  phone_number: '+493012345678',
  source: 'trunk',
  is_bought: false,
  trunk_id: idOf('trunk_id'),
};
