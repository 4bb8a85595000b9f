import type { Permission } from './permission.ts';
import type { Route } from './routes.ts';

/**
 * An endpoint below `/dashboard/api`: what only people need who use the dashboard. It is not part of the versioned
 * interface and may change with the dashboard, which is always served by the same process.
 */
export interface DashboardRoute extends Omit<Route, 'permission'> {
  /** `signed-in`: every user may, whatever the role; `public`: without a login, too. */
  permission: Permission | 'signed-in' | 'public';
}

export const dashboardRoutes = {} as const satisfies Record<string, DashboardRoute>;
