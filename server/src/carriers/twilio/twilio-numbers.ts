import type { AvailableNumber } from '@parley/contract';
import type { NumberSearch, NumberSeller, SoldNumber } from '../../numbers/number-seller.ts';
import { asRequestError } from '../seller-fault.ts';
import type { TwilioApi } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';

/** Numbers of a Twilio account. */
export class TwilioNumbers implements NumberSeller {
  readonly source = 'twilio';
  readonly carrierId: string | null;
  readonly #api: TwilioApi;
  readonly #voiceUrl: string;

  /** `voiceUrl`: what Twilio asks when one of the numbers is called. */
  constructor(carrierId: string | null, api: TwilioApi, voiceUrl: string) {
    this.carrierId = carrierId;
    this.#api = api;
    this.#voiceUrl = voiceUrl;
  }

  async search({ country, areaCode, limit }: NumberSearch): Promise<AvailableNumber[]> {
    const phones = await explained('country', this.#api.searchNumbers({ country, areaCode, limit }));
    return phones.map((phone) => ({
      ...{ phone_number: phone, country, area_code: phone.startsWith('+1') ? phone.slice(2, 5) : '', source: 'twilio' },
    }));
  }

  /** One that was bought for this service, by a request that was broken off before it was stored, is taken as it is. */
  async buy(phone: string): Promise<SoldNumber> {
    const owned = await explained('phone_number', this.#api.findNumber(phone));
    if (owned?.voiceUrl === this.#voiceUrl) return { sellerId: owned.sid, isNew: false };
    return { sellerId: await explained('phone_number', this.#api.buyNumber(phone, this.#voiceUrl)), isNew: true };
  }

  async release(sellerId: string): Promise<void> {
    try {
      await this.#api.releaseNumber(sellerId);
    } catch (error) {
      const fault = TwilioFault.of(error);
      if (!fault.isOver) throw asRequestError('number_id', fault);
    }
  }
}

async function explained<Answer>(param: string, answering: Promise<Answer>): Promise<Answer> {
  try {
    return await answering;
  } catch (error) {
    throw asRequestError(param, TwilioFault.of(error));
  }
}
