import { CreateSuppression, ListSuppressions, Suppression, SuppressionPage } from '../suppression.ts';
import { Empty, type Route } from './route.ts';

export const suppressionRoutes = {
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
} as const satisfies Record<string, Route>;
