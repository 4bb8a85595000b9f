import type { Suppression } from '../../../suppression.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleSuppression: Suppression = {
  suppression_id: idOf('suppression_id'),
  phone_number: '+12025550109',
  reason: 'Asked during a call not to be called again.',
  source: 'call',
  call_id: idOf('call_id'),
  created_at: CREATED_AT + 19,
};
