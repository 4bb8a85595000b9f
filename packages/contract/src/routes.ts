import type { z } from 'zod';
import { z as zod } from 'zod';
import { Agent, AgentList, AgentPatch } from './agent.ts';
import { CallDetail, CallPage, ListCalls, PlaceCall, PlacedCall } from './call.ts';
import type { ErrorCode } from './error.ts';
import type { Permission } from './permission.ts';

/** One endpoint: everything that the server, the client and the reference page need to know of it. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base address, with `{parameters}`. */
  path: string;
  summary: string;
  permission: Permission;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The largest body in bytes; 1 MiB when left out. */
  bodyLimitBytes?: number;
  success: { status: 200 | 201 | 204; body?: z.ZodType };
  errors: ErrorCode[];
}

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
    summary: 'List calls, newest first',
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
} as const satisfies Record<string, Route>;

/** Endpoints without a query accept none: a typing error is an error. */
export const NoQuery = zod.strictObject({});
