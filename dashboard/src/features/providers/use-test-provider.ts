import { routes, type TestProvider } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** Sends real requests with the key that is stored; each thing that the vendor can do takes 15 s at most. */
export function useTestProvider() {
  return useMutation({
    mutationFn: ({ providerId, body }: { providerId: string; body: TestProvider }) =>
      v1(routes.testProvider, { params: { provider_id: providerId }, body }),
  });
}
