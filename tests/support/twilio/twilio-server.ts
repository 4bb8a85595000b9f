import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALREADY_OWNED, AUTHENTICATE, errorBody, NOT_IN_PROGRESS, notFound, type TwilioError } from './errors.ts';
import { postWebhook } from './post-webhook.ts';
import { TwilioCall, type TwilioStatus } from './twilio-call.ts';

const API = '/2010-04-01/Accounts/';
/** Countries without local numbers. */
const MOBILE_ALONE = new Set(['SE']);
/** What calls to a number hear that was bought in the console. */
const GREETING = 'https://demo.twilio.com/welcome/voice/';

/** A number that the account has at Twilio. */
export interface IncomingNumber {
  sid: string;
  phoneNumber: string;
  friendlyName: string;
  voiceUrl: string;
  voiceMethod: string;
  hasVoice: boolean;
  /** They have its calls, whatever the voice URL is. */
  trunkSid: string;
  voiceApplicationSid: string;
}

interface ApiRequest {
  method: string;
  /** Below the account, without `.json`. */
  resource: string;
  query: URLSearchParams;
  form: URLSearchParams;
}

type Reply = [status: number, body: object | null];

/** Twilio on loopback: REST, webhooks, and the client's end of media streams. */
export class TwilioServer {
  readonly accountSid: string;
  readonly authToken = randomBytes(16).toString('hex');
  /** That were placed over REST, in their order. */
  readonly calls: TwilioCall[] = [];
  readonly numbers = new Map<string, IncomingNumber>();
  /** Numbers for sale, and what they need. */
  readonly available = new Map<string, TwilioError | null>();
  /** Requests to the REST interface, such as `POST Calls`. */
  readonly requests: string[] = [];
  /** What the next requests of this kind are answered with. */
  readonly #refusals = new Map<string, TwilioError[]>();
  /** Requests of this kind, such as `POST Calls`, are carried out, and the connection is lost before the answer. */
  readonly lostAnswers = new Set<string>();
  /** What becomes of a call: it is answered unless this says otherwise. */
  script: (call: TwilioCall, answer: () => Promise<void>) => Promise<void> = async (call, answer) => {
    await call.become('initiated');
    await call.become('ringing');
    await answer();
  };
  readonly #server: Server;
  /** Other accounts that are reached at this one's address, by their SIDs. */
  readonly #others = new Map<string, TwilioServer>();

  private constructor(accountSid: string) {
    this.accountSid = accountSid;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  /** `behind`: another account, at whose address this one is reached, too. */
  static async start({
    accountSid = `AC${randomBytes(16).toString('hex')}`,
    behind,
  }: {
    accountSid?: string;
    behind?: TwilioServer;
  } = {}): Promise<TwilioServer> {
    const server = new TwilioServer(accountSid);
    if (behind) behind.#others.set(accountSid, server);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** `request`: such as `POST Calls`. */
  refuse(request: string, ...errors: TwilioError[]): void {
    this.#refusals.set(request, errors);
  }

  /** A call to a number of the account comes in. The HTTP status of the webhook is `0` without a response. */
  async callIn(
    to: string,
    from = '+14155550100',
    { authToken = this.authToken, fields = {} }: { authToken?: string; fields?: Record<string, string> } = {},
  ) {
    const number = [...this.numbers.values()].find(({ phoneNumber }) => phoneNumber === to);
    if (!number) throw new Error(`${to} is no number of the account`);
    const { accountSid } = this;
    const call = new TwilioCall({ accountSid, authToken, direction: 'inbound', to, from, statusCallback: null });
    call.status = 'ringing';
    const response = await postWebhook(authToken, number.voiceUrl, { ...call.form(), ...fields });
    const twiml = await response.text();
    const isAnswered = response.ok && twiml.includes('<Connect>');
    call.status = isAnswered ? 'in-progress' : 'ringing';
    const done = response.ok && isAnswered ? call.carryOut(twiml) : Promise.resolve();
    return { call, status: response.status, twiml, done };
  }

  close(): void {
    for (const call of this.calls) call.stream?.breakOff();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const [status, body] = this.#answer(request, Buffer.concat(pieces).toString());
    if (this.lostAnswers.has(this.requests.at(-1) ?? '')) {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' });
    response.end(body === null ? '' : JSON.stringify(body));
  }

  #answer({ method = '', url = '', headers }: IncomingMessage, body: string): Reply {
    const { pathname, searchParams } = new URL(url, this.baseUrl);
    const [sid = '', ...rest] = pathname
      .slice(API.length)
      .replace(/\.json$/, '')
      .split('/');
    const expected = `Basic ${Buffer.from(`${this.accountSid}:${this.authToken}`).toString('base64')}`;
    if (!pathname.startsWith(API)) return refused(notFound(pathname));
    const other = this.#others.get(sid);
    if (other) return other.#answer({ method, url, headers } as IncomingMessage, body);
    if (headers.authorization !== expected || sid !== this.accountSid) return refused(AUTHENTICATE);
    const resource = rest.join('/');
    const kind = `${method} ${rest[0] ?? 'Account'}`;
    this.requests.push(kind);
    const refusal = this.#refusals.get(kind)?.shift();
    if (refusal) return refused(refusal);
    const asked = { method, resource, query: searchParams, form: new URLSearchParams(body) };
    return this.#carryOut(asked) ?? refused(notFound(pathname));
  }

  #carryOut(request: ApiRequest): Reply | null {
    const { method, resource } = request;
    const [name, id] = resource.split('/');
    if (resource === '' && method === 'GET') return [200, this.#account()];
    if (name === 'Calls' && method === 'GET') return this.#listCalls(request);
    if (name === 'Calls' && method === 'POST')
      return id === undefined ? this.#placeCall(request) : this.#change(id, request);
    if (name === 'AvailablePhoneNumbers') return this.#search(request);
    if (name === 'IncomingPhoneNumbers') return this.#incoming(id, request);
    return null;
  }

  #account() {
    return { sid: this.accountSid, friendly_name: 'Local', status: 'active', type: 'Full' };
  }

  #placeCall({ form }: ApiRequest): Reply {
    const [to, from] = [form.get('To') ?? '', form.get('From') ?? ''];
    if (!/^\+[1-9][0-9]{6,14}$/.test(to)) {
      return refused({ status: 400, code: 21_211, message: `The 'To' number ${to} is not a valid phone number.` });
    }
    const call = new TwilioCall({
      ...{ accountSid: this.accountSid, authToken: this.authToken, direction: 'outbound-api', to, from },
      statusCallback: form.get('StatusCallback'),
    });
    this.calls.push(call);
    const answer = async () => {
      await call.become('in-progress');
      await call.carryOut(form.get('Twiml') ?? '');
    };
    setImmediate(() => void this.script(call, answer));
    return [201, callBody(call)];
  }

  /** The newest first. */
  #listCalls({ query }: ApiRequest): Reply {
    const isWanted = ({ options: { to, from } }: TwilioCall) =>
      to === (query.get('To') ?? to) && from === (query.get('From') ?? from);
    return [200, { calls: this.calls.filter(isWanted).reverse().map(callBody), page: 0, page_size: 50 }];
  }

  #change(sid: string, { form }: ApiRequest): Reply {
    const call = this.calls.find((one) => one.sid === sid);
    if (!call) return refused(notFound(`/Calls/${sid}.json`));
    const wanted = form.get('Status') as TwilioStatus;
    if (call.isOver) return refused(NOT_IN_PROGRESS);
    const isAnswered = call.status === 'in-progress';
    if (wanted === 'completed' || (wanted === 'canceled' && !isAnswered)) {
      void call.become(isAnswered ? 'completed' : 'canceled');
    }
    return [200, callBody(call)];
  }

  #search({ resource, query }: ApiRequest): Reply {
    const [, country = '', kind] = resource.split('/');
    if (kind !== (MOBILE_ALONE.has(country) ? 'Mobile' : 'Local') || country === 'ZZ')
      return refused(notFound(resource));
    const prefix = country === 'US' ? `+1${query.get('AreaCode') ?? ''}` : '+';
    const found = [...this.available.keys()].filter((phone) => phone.startsWith(prefix));
    const numbers = found.slice(0, Number(query.get('PageSize') ?? 50)).map((phone) => ({
      ...{ friendly_name: phone, phone_number: phone, iso_country: country, address_requirements: 'none', beta: false },
      capabilities: { voice: true, SMS: true, MMS: true },
    }));
    return [200, { available_phone_numbers: numbers, uri: resource }];
  }

  #incoming(sid: string | undefined, { method, form, query }: ApiRequest): Reply | null {
    if (method === 'GET') {
      if (sid !== undefined) {
        const one = this.numbers.get(sid);
        return one ? [200, numberBody(one)] : null;
      }
      const digits = (query.get('PhoneNumber') ?? '').replace('+', '');
      const found = [...this.numbers.values()].filter(({ phoneNumber }) => phoneNumber.includes(digits));
      return [200, { incoming_phone_numbers: found.map(numberBody), page: 0, page_size: 50 }];
    }
    const known = sid === undefined ? undefined : this.numbers.get(sid);
    if (method === 'DELETE') return sid !== undefined && this.numbers.delete(sid) ? [204, null] : null;
    if (sid !== undefined) {
      if (!known) return null;
      Object.assign(known, { voiceUrl: form.get('VoiceUrl') ?? known.voiceUrl });
      return [200, numberBody(known)];
    }
    const phoneNumber = form.get('PhoneNumber') ?? '';
    if ([...this.numbers.values()].some((one) => one.phoneNumber === phoneNumber)) return refused(ALREADY_OWNED);
    const need = this.available.get(phoneNumber);
    if (need === undefined) {
      return refused({ status: 400, code: 21_422, message: `${phoneNumber} is not available.` });
    }
    if (need) return refused(need);
    this.available.delete(phoneNumber);
    const [friendlyName, voiceUrl] = [form.get('FriendlyName'), form.get('VoiceUrl')];
    const given = { ...(friendlyName !== null && { friendlyName }), ...(voiceUrl !== null && { voiceUrl }) };
    return [201, numberBody(this.own(phoneNumber, given))];
  }

  /** The account has the number; left out, it is as one that was bought in the console. */
  own(phoneNumber: string, settings: Partial<IncomingNumber> = {}): IncomingNumber {
    const number = {
      ...{ sid: `PN${randomBytes(16).toString('hex')}`, phoneNumber, friendlyName: phoneNumber, hasVoice: true },
      ...{ voiceUrl: GREETING, voiceMethod: 'POST', trunkSid: '', voiceApplicationSid: '' },
      ...settings,
    };
    this.numbers.set(number.sid, number);
    return number;
  }
}

const refused = (error: TwilioError): Reply => [error.status, errorBody(error)];

const callBody = ({ sid, status, createdAt, options: { accountSid, to, from, direction } }: TwilioCall) => ({
  ...{ sid, account_sid: accountSid, to, from, status, direction, api_version: '2010-04-01' },
  date_created: createdAt.toUTCString(),
});

const numberBody = ({ sid, phoneNumber, voiceUrl, voiceMethod, hasVoice, ...number }: IncomingNumber) => ({
  ...{ sid, phone_number: phoneNumber, voice_url: voiceUrl, voice_method: voiceMethod },
  ...{ friendly_name: number.friendlyName, trunk_sid: number.trunkSid || null },
  voice_application_sid: number.voiceApplicationSid,
  capabilities: { voice: hasVoice, sms: true, mms: true, fax: false },
});
