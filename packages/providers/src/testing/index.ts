/** Vendors on loopback, for tests that go all the way through a service. */
export { AzureServer } from '../azure/testing/azure-server.ts';
export { OpenAiServer } from '../openai/testing/openai-server.ts';
export { SonioxServer } from '../soniox/testing/soniox-server.ts';
