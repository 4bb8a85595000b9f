import type { Twilio } from 'twilio';
import type { NumberSearch } from '../../numbers/number-seller.ts';
import { isUnderWay } from './call-status.ts';
import type { TwilioAccount } from './twilio-account.ts';
import { TwilioFault } from './twilio-fault.ts';

/** Twilio responds within one; a call that is not placed by then comes too late. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Between two numbers, of which few are open at once. */
const OPEN_CALLS_AT_MOST = 20;
const SIMILAR_AT_MOST = 20;
const NUMBERS_AT_MOST = 5000;
const TWILIO_URL = 'https://api.twilio.com';

export interface NewCall {
  to: string;
  from: string;
  twiml: string;
  statusCallback: string;
  ringTimeoutS: number;
}

type NewNumber = Pick<IncomingNumber, 'phoneNumber' | 'friendlyName' | 'voiceUrl'>;

/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource */
export interface IncomingNumber {
  readonly sid: string;
  readonly phoneNumber: string;
  readonly friendlyName: string;
  readonly capabilities: { readonly voice: boolean };
  /** What Twilio asks when it is called, unless one of the other two has its calls. */
  readonly voiceUrl: string;
  readonly voiceApplicationSid: string;
  readonly trunkSid: string;
}

/** Twilio's REST interface, as far as calls and numbers need it. The library is loaded when the first account is used. */
export class TwilioApi {
  readonly #account: Pick<TwilioAccount, 'accountSid' | 'authToken'>;
  readonly #baseUrl: string | null;
  #client: Promise<Twilio> | null = null;

  /** `baseUrl`: of a server in Twilio's place; null: Twilio's own. */
  constructor(account: Pick<TwilioAccount, 'accountSid' | 'authToken'>, baseUrl: string | null) {
    this.#account = account;
    this.#baseUrl = baseUrl;
  }

  /** The SID of the call, which is queued. @throws TwilioFault */
  placeCall({ to, from, twiml, statusCallback, ringTimeoutS }: NewCall): Promise<string> {
    return this.#ask(async (client) => {
      const call = await client.calls.create({
        ...{ to, from, twiml, statusCallback, statusCallbackMethod: 'POST', timeout: ringTimeoutS },
        statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      });
      return call.sid;
    });
  }

  /** Calls between these numbers that were placed over REST and are not over, the newest first. @throws TwilioFault */
  openCalls({ to, from }: Pick<NewCall, 'to' | 'from'>): Promise<{ callSid: string; createdAt: Date }[]> {
    return this.#ask(async (client) => {
      const calls = await client.calls.list({ to, from, limit: OPEN_CALLS_AT_MOST });
      const isOpen = ({ direction, status }: (typeof calls)[number]) =>
        direction === 'outbound-api' && isUnderWay(status);
      return calls.filter(isOpen).map(({ sid, dateCreated }) => ({ callSid: sid, createdAt: dateCreated }));
    });
  }

  /** `canceled` ends what is not answered and nothing else. The status that the call then has. @throws TwilioFault */
  endCall(callSid: string, status: 'completed' | 'canceled'): Promise<string> {
    return this.#ask(async (client) => (await client.calls(callSid).update({ status })).status);
  }

  /** `active`, `suspended` or `closed`. @throws TwilioFault */
  accountStatus(): Promise<string> {
    const { accountSid } = this.#account;
    return this.#ask(async (client) => (await client.api.v2010.accounts(accountSid).fetch()).status);
  }

  /** Numbers of a kind for sale that can be called, E.164. A country that has none of the kind is not found. @throws TwilioFault */
  searchNumbers(kind: 'local' | 'mobile', { country, areaCode, limit }: NumberSearch): Promise<string[]> {
    return this.#ask(async (client) => {
      const code = areaCode === undefined ? {} : { areaCode: Number(areaCode) };
      const [offers, filter] = [client.availablePhoneNumbers(country), { ...code, voiceEnabled: true, limit }];
      const found = await (kind === 'local' ? offers.local.list(filter) : offers.mobile.list(filter));
      return found.map(({ phoneNumber }) => phoneNumber);
    });
  }

  /** A number that the account has. @throws TwilioFault */
  async findNumber(phoneNumber: string): Promise<IncomingNumber | null> {
    // What is asked for is a part of the numbers that are found.
    const found = await this.#ask((client) =>
      client.incomingPhoneNumbers.list({ phoneNumber, limit: SIMILAR_AT_MOST }),
    );
    return found.find((number) => number.phoneNumber === phoneNumber) ?? null;
  }

  /** All numbers that the account has. @throws TwilioFault */
  listNumbers(): Promise<IncomingNumber[]> {
    return this.#ask((client) => client.incomingPhoneNumbers.list({ pageSize: 1000, limit: NUMBERS_AT_MOST }));
  }

  /** Empty: calls to it go nowhere. @throws TwilioFault */
  async setVoiceUrl(sid: string, voiceUrl: string): Promise<void> {
    await this.#ask((client) => client.incomingPhoneNumbers(sid).update({ voiceUrl, voiceMethod: 'POST' }));
  }

  /** @throws TwilioFault */
  async voiceUrlOf(sid: string): Promise<string> {
    return this.#ask(async (client) => (await client.incomingPhoneNumbers(sid).fetch()).voiceUrl);
  }

  /** The SID of the number. @throws TwilioFault */
  buyNumber({ phoneNumber, friendlyName, voiceUrl }: NewNumber): Promise<string> {
    return this.#ask(async (client) => {
      const request = { phoneNumber, friendlyName, voiceUrl, voiceMethod: 'POST' };
      return (await client.incomingPhoneNumbers.create(request)).sid;
    });
  }

  /** @throws TwilioFault */
  async releaseNumber(sid: string): Promise<void> {
    await this.#ask((client) => client.incomingPhoneNumbers(sid).remove());
  }

  async #ask<Answer>(question: (client: Twilio) => Promise<Answer>): Promise<Answer> {
    try {
      this.#client ??= this.#connect();
      return await question(await this.#client);
    } catch (error) {
      throw TwilioFault.of(error);
    }
  }

  async #connect(): Promise<Twilio> {
    const { default: twilio } = await import('twilio');
    const httpClient = new twilio.RequestClient({ timeout: REQUEST_TIMEOUT_MS });
    const baseUrl = this.#baseUrl;
    if (baseUrl !== null) {
      const request = httpClient.request.bind(httpClient);
      httpClient.request = (options) => request({ ...options, uri: options.uri.replace(TWILIO_URL, baseUrl) });
    }
    const { accountSid, authToken } = this.#account;
    return twilio(accountSid, authToken, { httpClient });
  }
}
