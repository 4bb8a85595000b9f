import type { TestProject } from 'vitest/node';
import { Service, type ServiceAddress } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sharedService: { address: ServiceAddress; apiKey: string };
  }
}

/** Before the first file of a project: a start takes as much CPU as most files that use it. */
export default async function startSharedService({ provide }: TestProject): Promise<() => Promise<void>> {
  // As vitest.config.ts has it for the files: the set-up runs outside of their environment.
  const service = await Service.start({ PARLEY_ANY_WORDS: 'false' });
  provide('sharedService', { address: service.address, apiKey: service.apiKey });
  return () => service.remove();
}
