import { ApiKey, ApiKeyList, ChangeKey, CreatedKey, CreateKey, RotateKey } from '../key.ts';
import { Empty, type Route } from './route.ts';

export const keyRoutes = {
  listKeys: {
    method: 'GET',
    path: '/keys',
    summary: 'List API keys',
    permission: 'keys:write',
    success: { status: 200, body: ApiKeyList },
    errors: [],
  },
  createKey: {
    method: 'POST',
    path: '/keys',
    summary: 'Create an API key',
    permission: 'keys:write',
    body: CreateKey,
    success: { status: 201, body: CreatedKey },
    errors: ['forbidden'],
  },
  getKey: {
    method: 'GET',
    path: '/keys/{key_id}',
    summary: 'Retrieve an API key',
    permission: 'keys:write',
    success: { status: 200, body: ApiKey },
    errors: ['not_found'],
  },
  updateKey: {
    method: 'PATCH',
    path: '/keys/{key_id}',
    summary: 'Rename an API key',
    permission: 'keys:write',
    body: ChangeKey,
    success: { status: 200, body: ApiKey },
    errors: ['not_found'],
  },
  rotateKey: {
    method: 'POST',
    path: '/keys/{key_id}/rotate',
    summary: 'Rotate an API key',
    permission: 'keys:write',
    body: RotateKey,
    bodyOptional: true,
    success: { status: 201, body: CreatedKey },
    errors: ['forbidden', 'not_found', 'unprocessable'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/{key_id}',
    summary: 'Revoke an API key',
    permission: 'keys:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
