import { agentRoutes } from './routes/agent-routes.ts';
import { batchRoutes } from './routes/batch-routes.ts';
import { callRoutes } from './routes/call-routes.ts';
import { carrierRoutes } from './routes/carrier-routes.ts';
import { documentRoutes } from './routes/document-routes.ts';
import { erasureRoutes } from './routes/erasure-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { keyRoutes } from './routes/key-routes.ts';
import { numberRoutes } from './routes/number-routes.ts';
import { providerRoutes } from './routes/provider-routes.ts';
import type { Route } from './routes/route.ts';
import { softphoneRoutes } from './routes/softphone-routes.ts';
import { suppressionRoutes } from './routes/suppression-routes.ts';
import { trunkRoutes } from './routes/trunk-routes.ts';
import { userRoutes } from './routes/user-routes.ts';
import { webhookRoutes } from './routes/webhook-routes.ts';

export { Empty, NoQuery, type Route } from './routes/route.ts';

/** Every endpoint below `/v1`; the order is that of the reference. */
export const routes = {
  ...callRoutes,
  ...eventRoutes,
  ...erasureRoutes,
  ...agentRoutes,
  ...documentRoutes,
  ...batchRoutes,
  ...softphoneRoutes,
  ...suppressionRoutes,
  ...webhookRoutes,
  ...numberRoutes,
  ...trunkRoutes,
  ...carrierRoutes,
  ...providerRoutes,
  ...keyRoutes,
  ...userRoutes,
} as const satisfies Record<string, Route>;
