import { StreamEvent, StreamEvents } from '../call-event.ts';
import type { Route } from './route.ts';

export const eventRoutes = {
  streamEvents: {
    method: 'GET',
    path: '/events',
    summary: 'Follow events as they happen',
    permission: 'calls:read',
    query: StreamEvents,
    success: { status: 200, body: StreamEvent },
    isStream: true,
    errors: [],
  },
} as const satisfies Record<string, Route>;
