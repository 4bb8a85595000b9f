import type { Provider } from '../../../provider.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleProvider: Provider = {
  provider_id: idOf('provider_id'),
  vendor: 'deepgram',
  name: 'deepgram',
  base_url: null,
  api_key_set: true,
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 86_400,
};
