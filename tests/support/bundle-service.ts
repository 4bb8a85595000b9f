import { makeBundle } from './bundle.ts';

/** Before the first file of a project that starts services; the workers of vitest take it over. */
export default async function bundleService(): Promise<void> {
  process.env.TEST_BUNDLE ??= await makeBundle();
}
