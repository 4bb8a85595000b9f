import { type FailingVendor, statusFailure } from '../transport/vendor-failure.ts';

/**
 * The HTTP status that says the same as a name of the vendor's, for sockets that were open when it failed
 * (https://elevenlabs.io/docs/eleven-api/resources/errors; events of realtime transcription). Others: 503.
 */
const STATUSES: Record<string, number> = {
  auth_error: 401,
  authorization_required: 401,
  invalid_api_key: 401,
  missing_permissions: 403,
  unaccepted_terms: 403,
  unaccepted_terms_error: 403,
  quota_exceeded: 402,
  payment_required: 402,
  voice_not_found: 404,
  voice_id_does_not_exist: 404,
  model_not_found: 404,
  invalid_model_id: 404,
  rate_limited: 429,
  max_active_conversations: 429,
  concurrent_limit_exceeded: 429,
  too_many_concurrent_requests: 429,
  input_error: 400,
  invalid_input_message: 400,
  invalid_language_code: 400,
  unsupported_language: 400,
  chunk_size_exceeded: 400,
};

export const namedFailure = (vendor: FailingVendor, name: string, message: string): Error =>
  statusFailure(vendor, STATUSES[name] ?? 503, { message: message === '' ? name : `${name}: ${message}` });
