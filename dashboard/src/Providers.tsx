import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Overlays } from './shell/Overlays.tsx';
import { pageNonce } from './theme/nonce.ts';
import { theme, themeVariables } from './theme/theme.ts';

export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={themeVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => pageNonce}
      >
        {children}
        <Overlays />
      </MantineProvider>
    </QueryClientProvider>
  );
}
