import { type CheckBatch, dashboardRoutes } from '@parley/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { dashboard } from '../../../api/dashboard.ts';

/** What the agent asks for, before there are rows. */
export const agentNeedsQuery = (agent_id: string) =>
  queryOptions({
    queryKey: ['agents', agent_id, 'batch-needs'],
    queryFn: ({ signal }) => dashboard(dashboardRoutes.checkBatch, { body: { agent_id, rows: [] }, signal }),
  });

/** Which rows cannot be called, and what the others hear. */
export const useCheckBatch = () =>
  useMutation({ mutationFn: (body: CheckBatch) => dashboard(dashboardRoutes.checkBatch, { body }) });
