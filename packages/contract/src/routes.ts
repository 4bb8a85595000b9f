import { z } from 'zod';
import { Agent, AgentList, AgentPatch, NewAgent } from './agent.ts';
import { AgentVersion, AgentVersionList } from './agent-version.ts';
import {
  Batch,
  BatchPage,
  BatchResults,
  BatchResultsQuery,
  CreateBatch,
  ListBatches,
  MOST_RECIPIENTS,
  RetryBatch,
} from './batch.ts';
import { CallDetail, CallPage, ListCalls, PlaceCall, PlacedCall } from './call.ts';
import type { ErrorCode } from './error.ts';
import type { Permission } from './permission.ts';
import { CreateSuppression, ListSuppressions, Suppression, SuppressionPage } from './suppression.ts';
import {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  DeliveryPage,
  ListDeliveries,
  RotateSecret,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookList,
} from './webhook.ts';

/** One endpoint: everything that the server, the client and the reference page need to know of it. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base address, with `{parameters}`. */
  path: string;
  summary: string;
  permission: Permission;
  query?: z.ZodType;
  /** Every endpoint but those of GET has one, if only an empty one: a GET's body says nothing (RFC 9110, 9.3.1). */
  body?: z.ZodType;
  /** A request without a body is as good as one with `{}`. */
  bodyOptional?: boolean;
  /** The largest body in bytes; 1 MiB when left out. */
  bodyLimitBytes?: number;
  /** The field that makes it so large, a list, and how many entries it may have. */
  longList?: { name: string; most: number };
  /** `statusIfPresent`: what was to be created was there already, and is the same body. */
  success: { status: 200 | 201 | 204; statusIfPresent?: 200; body?: z.ZodType };
  /** With `?format=csv` the same comes as CSV; what its columns are. */
  csv?: string;
  errors: ErrorCode[];
}

export const Empty = z.strictObject({}, 'is not known here: this endpoint takes no fields.');

export const routes = {
  placeCall: {
    method: 'POST',
    path: '/call',
    summary: 'Trigger an outbound call',
    permission: 'calls:write',
    body: PlaceCall,
    success: { status: 201, body: PlacedCall },
    errors: ['not_found', 'conflict', 'unprocessable'],
  },
  listCalls: {
    method: 'GET',
    path: '/calls',
    summary: 'List calls',
    permission: 'calls:read',
    query: ListCalls,
    success: { status: 200, body: CallPage },
    errors: [],
  },
  getCall: {
    method: 'GET',
    path: '/calls/{call_id}',
    summary: 'Retrieve a call',
    permission: 'calls:read',
    success: { status: 200, body: CallDetail },
    errors: ['not_found'],
  },
  listAgents: {
    method: 'GET',
    path: '/agents',
    summary: 'List agents',
    permission: 'agents:read',
    success: { status: 200, body: AgentList },
    errors: [],
  },
  createAgent: {
    method: 'POST',
    path: '/agents',
    summary: 'Create an agent',
    permission: 'agents:write',
    body: NewAgent,
    success: { status: 201, body: Agent },
    errors: ['unprocessable'],
  },
  getAgent: {
    method: 'GET',
    path: '/agents/{agent_id}',
    summary: 'Retrieve an agent',
    permission: 'agents:read',
    success: { status: 200, body: Agent },
    errors: ['not_found'],
  },
  updateAgent: {
    method: 'PATCH',
    path: '/agents/{agent_id}',
    summary: 'Update an agent',
    permission: 'agents:write',
    body: AgentPatch,
    success: { status: 200, body: Agent },
    errors: ['not_found', 'unprocessable'],
  },
  deleteAgent: {
    method: 'DELETE',
    path: '/agents/{agent_id}',
    summary: 'Delete an agent',
    permission: 'agents:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: ['not_found', 'conflict'],
  },
  listAgentVersions: {
    method: 'GET',
    path: '/agents/{agent_id}/versions',
    summary: 'List the versions of an agent',
    permission: 'agents:read',
    success: { status: 200, body: AgentVersionList },
    errors: ['not_found'],
  },
  getAgentVersion: {
    method: 'GET',
    path: '/agents/{agent_id}/versions/{version}',
    summary: 'Retrieve a version of an agent',
    permission: 'agents:read',
    success: { status: 200, body: AgentVersion },
    errors: ['not_found'],
  },
  restoreAgentVersion: {
    method: 'POST',
    path: '/agents/{agent_id}/versions/{version}/restore',
    summary: 'Restore a version of an agent',
    permission: 'agents:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 200, body: Agent },
    errors: ['not_found', 'unprocessable'],
  },
  createBatch: {
    method: 'POST',
    path: '/calls/batch',
    summary: 'Send calls to many recipients',
    permission: 'calls:write',
    body: CreateBatch,
    bodyLimitBytes: 16 * 1024 * 1024,
    longList: { name: 'recipients', most: MOST_RECIPIENTS },
    success: { status: 201, body: Batch },
    errors: ['not_found', 'unprocessable'],
  },
  listBatches: {
    method: 'GET',
    path: '/calls/batch',
    summary: 'List batches',
    permission: 'calls:read',
    query: ListBatches,
    success: { status: 200, body: BatchPage },
    errors: [],
  },
  getBatch: {
    method: 'GET',
    path: '/calls/batch/{batch_id}',
    summary: 'Retrieve a batch',
    permission: 'calls:read',
    success: { status: 200, body: Batch },
    errors: ['not_found'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/calls/batch/{batch_id}/cancel',
    summary: 'Cancel a batch',
    permission: 'calls:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 200, body: Batch },
    errors: ['not_found'],
  },
  pauseBatch: {
    method: 'POST',
    path: '/calls/batch/{batch_id}/pause',
    summary: 'Pause a batch',
    permission: 'calls:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 200, body: Batch },
    errors: ['not_found', 'unprocessable'],
  },
  resumeBatch: {
    method: 'POST',
    path: '/calls/batch/{batch_id}/resume',
    summary: 'Resume a batch',
    permission: 'calls:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 200, body: Batch },
    errors: ['not_found', 'unprocessable'],
  },
  retryBatch: {
    method: 'POST',
    path: '/calls/batch/{batch_id}/retry',
    summary: 'Call those again who were not reached',
    permission: 'calls:write',
    body: RetryBatch,
    bodyOptional: true,
    success: { status: 201, body: Batch },
    errors: ['not_found', 'unprocessable'],
  },
  getBatchResults: {
    method: 'GET',
    path: '/calls/batch/{batch_id}/results',
    summary: 'Retrieve the results of a batch',
    permission: 'calls:read',
    query: BatchResultsQuery,
    success: { status: 200, body: BatchResults },
    csv: 'A line for each recipient, under a line of names',
    errors: ['not_found'],
  },
  hangUpCall: {
    method: 'POST',
    path: '/calls/{call_id}/hangup',
    summary: 'Hang up a call',
    permission: 'calls:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 200, body: CallDetail },
    errors: ['not_found'],
  },
  listSuppressions: {
    method: 'GET',
    path: '/suppressions',
    summary: 'List suppressed numbers',
    permission: 'calls:write',
    query: ListSuppressions,
    success: { status: 200, body: SuppressionPage },
    errors: [],
  },
  createSuppression: {
    method: 'POST',
    path: '/suppressions',
    summary: 'Suppress a number',
    permission: 'calls:write',
    body: CreateSuppression,
    success: { status: 201, statusIfPresent: 200, body: Suppression },
    errors: [],
  },
  getSuppression: {
    method: 'GET',
    path: '/suppressions/{suppression_id}',
    summary: 'Retrieve a suppressed number',
    permission: 'calls:write',
    success: { status: 200, body: Suppression },
    errors: ['not_found'],
  },
  deleteSuppression: {
    method: 'DELETE',
    path: '/suppressions/{suppression_id}',
    summary: 'Permit a number again',
    permission: 'calls:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: ['not_found'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    permission: 'webhooks:write',
    success: { status: 200, body: WebhookList },
    errors: [],
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    summary: 'Register a webhook',
    permission: 'webhooks:write',
    body: CreateWebhook,
    success: { status: 201, body: CreatedWebhook },
    errors: ['unprocessable'],
  },
  getWebhook: {
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    summary: 'Retrieve a webhook',
    permission: 'webhooks:write',
    success: { status: 200, body: Webhook },
    errors: ['not_found'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/webhooks/{webhook_id}',
    summary: 'Change a webhook',
    permission: 'webhooks:write',
    body: ChangeWebhook,
    success: { status: 200, body: Webhook },
    errors: ['not_found', 'unprocessable'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    summary: 'Delete a webhook',
    permission: 'webhooks:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: ['not_found', 'unprocessable'],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate',
    summary: 'Rotate a secret',
    permission: 'webhooks:write',
    body: RotateSecret,
    bodyOptional: true,
    success: { status: 200, body: CreatedWebhook },
    errors: ['not_found', 'unprocessable'],
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/test',
    summary: 'Send a test event',
    permission: 'webhooks:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 201, body: WebhookDelivery },
    errors: ['not_found', 'unprocessable'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries',
    summary: 'List deliveries',
    permission: 'webhooks:write',
    query: ListDeliveries,
    success: { status: 200, body: DeliveryPage },
    errors: ['not_found'],
  },
  getDelivery: {
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}',
    summary: 'Retrieve a delivery',
    permission: 'webhooks:write',
    success: { status: 200, body: WebhookDeliveryDetail },
    errors: ['not_found'],
  },
  redeliver: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    summary: 'Send an event again',
    permission: 'webhooks:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 201, body: WebhookDelivery },
    errors: ['not_found', 'unprocessable'],
  },
} as const satisfies Record<string, Route>;

/** Endpoints without a query accept none: a typing error is an error. */
export const NoQuery = z.strictObject({}, 'is not known here: this endpoint takes no query parameters.');
