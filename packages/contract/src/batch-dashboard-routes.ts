import { MOST_RECIPIENTS } from './batch.ts';
import { BatchCheck, BatchEndings, CheckBatch } from './batch-check.ts';
import { ImportedSuppressions, ImportSuppressions, MOST_IMPORTED_NUMBERS } from './suppression.ts';

/** What the pages of batches and of the suppression list need below `/dashboard/api`. */
export const batchDashboardRoutes = {
  checkBatch: {
    method: 'POST',
    path: '/batches/check',
    summary: 'Find what is wrong with the rows of a batch before it is sent',
    permission: 'calls:write',
    body: CheckBatch,
    bodyLimitBytes: 16 * 1024 * 1024,
    longList: { name: 'rows', most: MOST_RECIPIENTS },
    success: { status: 200, body: BatchCheck },
    errors: ['not_found', 'unprocessable'],
  },
  listBatchEndings: {
    method: 'GET',
    path: '/batches/{batch_id}/endings',
    summary: 'How the calls of a batch have ended so far',
    permission: 'calls:read',
    success: { status: 200, body: BatchEndings },
    errors: ['not_found'],
  },
  importSuppressions: {
    method: 'POST',
    path: '/suppressions/import',
    summary: 'Suppress many numbers at once',
    permission: 'calls:write',
    body: ImportSuppressions,
    longList: { name: 'phone_numbers', most: MOST_IMPORTED_NUMBERS },
    success: { status: 200, body: ImportedSuppressions },
    errors: [],
  },
} as const;
