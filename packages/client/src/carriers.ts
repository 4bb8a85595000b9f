import { Collection } from './collection.ts';
import type { CarrierAccount, CarrierAccountList, CarrierTest, ChangeCarrier, CreateCarrier } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Carriers extends Collection<CarrierAccount, CarrierAccountList, CreateCarrier, ChangeCarrier> {
  constructor(transport: Transport) {
    super(transport, 'carriers');
  }

  /** Whether the carrier takes the credentials, and can reach the service. No call is placed. */
  test(carrierId: string, options?: RequestOptions): Promise<CarrierTest> {
    const request = { method: 'POST', path: ['carriers', carrierId, 'test'], repeatable: false } as const;
    return this.transport.request(request, options);
  }
}
