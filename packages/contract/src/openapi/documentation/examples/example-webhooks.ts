import type { Webhook, WebhookDelivery, WebhookDeliveryDetail, WebhookEventType } from '../../../webhook.ts';
import type { WebhookEvent } from '../../../webhook-event.ts';
import { exampleBatch } from './example-batches.ts';
import { exampleCall, exampleRingingCall } from './example-calls.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleWebhook: Webhook = {
  webhook_id: idOf('webhook_id'),
  url: 'https://example.com/hooks/parley',
  events: ['call.completed', 'call.failed'],
  enabled: true,
  disabled_reason: null,
  source: 'api',
  created_at: CREATED_AT - 86_400,
  updated_at: CREATED_AT - 86_400,
};

/** The base64 of "this is no secret, only an example". */
export const exampleSecret = 'whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==';

export const exampleDelivery: WebhookDelivery = {
  delivery_id: idOf('delivery_id'),
  webhook_id: idOf('webhook_id'),
  event_id: 'evt_01k9z3x1y3z5a7b9c1d3e5f7g9',
  event_type: 'call.completed',
  status: 'delivered',
  attempts: 1,
  created_at: CREATED_AT + 18,
  last_attempt_at: CREATED_AT + 18,
  next_attempt_at: null,
  last_response_status: 204,
  last_error: null,
  last_duration_ms: 87,
};

/** A delivery that has only just been put down. */
export const examplePendingDelivery: WebhookDelivery = {
  ...exampleDelivery,
  status: 'pending',
  attempts: 0,
  last_attempt_at: null,
  next_attempt_at: exampleDelivery.created_at,
  last_response_status: null,
  last_duration_ms: null,
};

/** What each event carries. */
const exampleEventData: { [Type in WebhookEventType]: Extract<WebhookEvent, { type: Type }>['data'] } = {
  'call.completed': exampleCall,
  'call.failed': {
    ...exampleRingingCall,
    status: 'failed',
    phase: 'ended',
    ended_at: CREATED_AT + 32,
    duration: 0,
    end_reason: 'no_answer',
    ended_by: 'system',
    sip_code: 487,
    outcome: 'no_answer',
    transcript: [],
    summary: 'The call was not answered.',
    analysis: { method: 'rules', warnings: [], data: null },
    cost: { currency: 'USD', total: 0, total_micros: 0, items: [], unpriced: [] },
  },
  'call.initiated': { ...exampleRingingCall, phase: 'dialing' },
  'call.answered': {
    ...exampleRingingCall,
    status: 'active',
    phase: 'talking',
    answered_at: exampleCall.answered_at,
  },
  'call.transferred': {
    ...exampleRingingCall,
    status: 'active',
    phase: 'transferring',
    answered_at: exampleCall.answered_at,
    transferred_to: '+12025550107',
  },
  'batch.completed': { ...exampleBatch, status: 'completed', queued: 0, in_progress: 0, completed: 221, failed: 29 },
  'webhook.test': { message: 'This is a test event of Parley.' },
};

export function exampleEvent(type: WebhookEventType) {
  return {
    id: exampleDelivery.event_id,
    type,
    created_at: exampleDelivery.created_at,
    data: exampleEventData[type],
  };
}

export const exampleDeliveryDetail: WebhookDeliveryDetail = {
  ...exampleDelivery,
  payload: exampleEvent('call.completed'),
  attempt_log: [
    { attempted_at: CREATED_AT + 18, response_status: 204, response_body: null, error: null, duration_ms: 87 },
  ],
};
