import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => dashboard(dashboardRoutes.getInvitation, { params: { token }, signal }),
    retry: false,
  });
