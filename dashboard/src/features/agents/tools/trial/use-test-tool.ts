import { dashboardRoutes, type TestTool } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { dashboard } from '../../../../api/dashboard.ts';

/** One use of a tool, as an agent would. */
export function useTestTool() {
  return useMutation({ mutationFn: (body: TestTool) => dashboard(dashboardRoutes.testTool, { body }) });
}
