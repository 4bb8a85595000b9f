import type { AvailableNumber } from '@parley/contract';
import { RequestError } from '../../kernel/request-error.ts';
import type { NumberSearch, NumberSeller, SoldNumber } from '../../numbers/number-seller.ts';
import { asRequestError } from '../seller-fault.ts';
import type { IncomingNumber, TwilioApi } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';
import { isOurs, whyNotFree } from './where-calls-go.ts';

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

  async search(search: NumberSearch): Promise<AvailableNumber[]> {
    const { country } = search;
    const phones = await explained('country', () => this.#offers(search));
    return phones.map((phone) => ({
      ...{ phone_number: phone, country, area_code: phone.startsWith('+1') ? phone.slice(2, 5) : '', source: 'twilio' },
    }));
  }

  /** One that the account has already is connected: it cannot be bought twice. */
  buy(phone: string): Promise<SoldNumber> {
    return explained('phone_number', async () => {
      const owned = await this.#api.findNumber(phone);
      const friendlyName = friendlyNameOf(phone);
      if (owned) {
        const isBought = owned.friendlyName === friendlyName;
        return { sellerId: await this.#connected(owned), isNew: false, isBought };
      }
      const sellerId = await this.#api.buyNumber({ phoneNumber: phone, friendlyName, voiceUrl: this.#voiceUrl });
      return { sellerId, isNew: true, isBought: true };
    });
  }

  connect(phone: string): Promise<string> {
    return explained('phone_number', async () => {
      const owned = await this.#api.findNumber(phone);
      if (!owned)
        throw refused(`This Twilio account does not have ${phone}. GET /v1/numbers/available offers numbers to buy.`);
      return this.#connected(owned);
    });
  }

  release(sellerId: string): Promise<void> {
    return unlessGone(() => this.#api.releaseNumber(sellerId));
  }

  disconnect(sellerId: string): Promise<void> {
    return unlessGone(async () => {
      const voiceUrl = await this.#api.voiceUrlOf(sellerId);
      // What rings something else by now is left alone.
      if (isOurs({ voiceUrl }, this.#voiceUrl)) await this.#api.setVoiceUrl(sellerId, '');
    });
  }

  /** Some countries have no local numbers, and others nothing else. */
  async #offers(search: NumberSearch): Promise<string[]> {
    for (const kind of ['local', 'mobile'] as const) {
      try {
        return await this.#api.searchNumbers(kind, search);
      } catch (error) {
        if (!TwilioFault.of(error).isOver) throw error;
      }
    }
    const message = `Twilio sells neither local nor mobile numbers of ${search.country}.`;
    throw new RequestError('unprocessable', message, { param: 'country' });
  }

  /** What rings something else is not taken from it. */
  async #connected(owned: IncomingNumber): Promise<string> {
    const why = whyNotFree(owned, this.#voiceUrl);
    if (why !== null) throw refused(why);
    if (owned.voiceUrl !== this.#voiceUrl) await this.#api.setVoiceUrl(owned.sid, this.#voiceUrl);
    return owned.sid;
  }
}

/** By which a number is known that was bought here, also where the answer to the purchase was lost. */
const friendlyNameOf = (phone: string) => `Parley ${phone}`;

const refused = (message: string) => new RequestError('unprocessable', message, { param: 'phone_number' });

/** Of a number that Twilio does not have any more, nothing is to be done. */
const unlessGone = (change: () => Promise<void>) =>
  explained('number_id', async () => {
    try {
      await change();
    } catch (error) {
      if (!TwilioFault.of(error).isOver) throw error;
    }
  });

async function explained<Answer>(param: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof RequestError ? error : asRequestError(param, TwilioFault.of(error));
  }
}
