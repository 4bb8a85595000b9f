import { inject } from 'vitest';
import { Service } from './service.ts';

/** The service that the files of a project share: each works in an account of its own, and leaves the service running. */
export function sharedService(): Service {
  const { address, apiKey } = inject('sharedService');
  return Service.of(address, apiKey);
}
