export type { Agents } from './agents.ts';
export type { Batches } from './batches.ts';
export type { Calls } from './calls.ts';
export type { Carriers } from './carriers.ts';
export type { Documents } from './documents.ts';
export type { Erasures } from './erasures.ts';
export type { Events, FollowEvents } from './events.ts';
export type { Keys } from './keys.ts';
export type { Numbers } from './numbers.ts';
export type { PagedList } from './paged-list.ts';
export { Parley, type ParleyOptions } from './parley.ts';
export { ParleyError, type ParleyErrorCode } from './parley-error.ts';
export type { Providers } from './providers.ts';
export type * from './resources.ts';
export type { Suppressions } from './suppressions.ts';
export type { Fetch, FetchResponse, RequestOptions } from './transport.ts';
export type { Trunks } from './trunks.ts';
export type { Users } from './users.ts';
export {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookToVerify,
  WebhookVerificationError,
  type WebhookVerificationFailure,
} from './verify-webhook.ts';
export type { Webhooks } from './webhooks.ts';
