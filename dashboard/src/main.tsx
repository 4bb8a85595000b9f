import 'virtual:mantine/base.css';
import './theme/base.css';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { isApiError } from './api/api-error.ts';
import { createQueryClient } from './api/query-client.ts';
import { ErrorState, NotFound } from './components/ErrorState.tsx';
import { LoadingPage } from './components/Loading.tsx';
import { sessionQuery } from './features/session/session-query.ts';
import { Providers } from './Providers.tsx';
import { routeTree } from './routeTree.gen.ts';

// zod would try whether it may make functions out of text, which the Content-Security-Policy refuses and reports.
config({ jitless: true });

const queryClient = createQueryClient(() => {
  // Of a page that needs a session: its guard asks again, and sends the user to sign in.
  if (queryClient.getQueryData(sessionQuery.queryKey) === undefined) return;
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
  void router.invalidate();
});

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultErrorComponent: ({ error }) => <ErrorState error={error} isPage />,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: LoadingPage,
  defaultPreload: 'intent',
  // Query decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  scrollRestoration: true,
  // What no page of this version understands, such as a tracker's mark, is left out of the address, and reaches no request.
  search: { strict: true },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

createRoot(document.getElementById('root')!, {
  onCaughtError: (error) => {
    // Of these the page that shows them has said everything.
    if (!isApiError(error)) console.error(error);
  },
}).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
