import { Collection } from './collection.ts';
import type {
  ChangeProvider,
  CreateProvider,
  ModelList,
  PriceList,
  Provider,
  ProviderList,
  ProviderTest,
  SetPrices,
  TestProvider,
  VoiceList,
} from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** Three vendors in turn that do not answer. */
const TEST_TIMEOUT_MS = 60_000;

export class Providers extends Collection<Provider, ProviderList, CreateProvider, ChangeProvider> {
  constructor(transport: Transport) {
    super(transport, 'providers');
  }

  /** Really speaks, listens and asks: it may take a while, and the vendor charges for it. */
  test(providerId: string, test: TestProvider = {}, options?: RequestOptions): Promise<ProviderTest> {
    const request = { method: 'POST', path: ['providers', providerId, 'test'], body: test, repeatable: false } as const;
    return this.transport.request(request, { timeoutMs: TEST_TIMEOUT_MS, ...options });
  }

  voices(options?: RequestOptions): Promise<VoiceList> {
    return this.transport.request({ method: 'GET', path: ['voices'], repeatable: true }, options);
  }

  models(options?: RequestOptions): Promise<ModelList> {
    return this.transport.request({ method: 'GET', path: ['models'], repeatable: true }, options);
  }

  prices(options?: RequestOptions): Promise<PriceList> {
    return this.transport.request({ method: 'GET', path: ['prices'], repeatable: true }, options);
  }

  /** Replaces all prices of your own. */
  setPrices(prices: SetPrices, options?: RequestOptions): Promise<PriceList> {
    return this.transport.request({ method: 'PUT', path: ['prices'], body: prices, repeatable: true }, options);
  }
}
