import { type DashboardRoute, dashboardRoutes, type Route, routes } from '@parley/contract';
import type { Plugin } from 'vite';

/**
 * The contract's tables of routes with what a request needs of them, method and path, and the permission: their schemas
 * are for the compiler, and would bring every schema there is into the first page. Forms import theirs by name.
 */
export function lightRoutes(): Plugin {
  const modules: Record<string, string> = {
    'routes.ts': `export const routes = ${light(routes)};`,
    'dashboard-routes.ts': `export const dashboardRoutes = ${light(dashboardRoutes)};`,
  };
  return {
    name: 'light-routes',
    enforce: 'pre',
    load: (id) => modules[/packages\/contract\/src\/([\w-]+\.ts)$/.exec(id)?.[1] ?? ''] ?? null,
  };
}

function light(table: Record<string, Route | DashboardRoute>): string {
  const entries = Object.entries(table).map(([name, { method, path, permission }]) => [
    name,
    { method, path, permission },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}
