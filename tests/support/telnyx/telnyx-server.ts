import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AUTHENTICATION_FAILED,
  CALL_ENDED,
  errorBody,
  NOT_AVAILABLE,
  NOT_FOUND,
  NOT_SEARCHED,
  type TelnyxError,
} from './errors.ts';
import { SigningKey } from './signing-key.ts';
import { type StreamParams, TelnyxCall } from './telnyx-call.ts';

/** A number that the account has at Telnyx. */
export interface OwnedNumber {
  id: string;
  phone_number: string;
  status: 'active';
  connection_id: string | null;
}

/** What has to be known of who buys a number. */
interface Requirement {
  label: string;
  field_type: string;
}

interface ApiRequest {
  method: string;
  /** Below the version. */
  parts: string[];
  query: URLSearchParams;
  body: any;
}

type Reply = [status: number, body: object];

/** Telnyx on loopback: REST, events, and the client's end of media streams. */
export class TelnyxServer {
  readonly apiKey = `KEY${randomBytes(16).toString('hex')}`;
  readonly connectionId = String(10n ** 18n + BigInt(`0x${randomBytes(6).toString('hex')}`));
  readonly key = new SigningKey();
  /** That were placed over REST, in their order. */
  readonly calls: TelnyxCall[] = [];
  readonly numbers = new Map<string, OwnedNumber>();
  /** Numbers for sale, and what they need. */
  readonly available = new Map<string, Requirement[]>();
  /** Requirement groups that were approved. */
  readonly approvedGroups: string[] = [];
  /** An order is looked at this often before it is carried out. */
  ordersWait = 0;
  /** The webhook for calls to numbers. */
  webhookUrl: string | null = 'https://example.com/elsewhere';
  outboundProfileId: string | null = '1293384261075731461';
  /** Requests, such as `POST calls` and `POST calls/hangup`. */
  readonly requests: string[] = [];
  /** Requests of this kind are carried out, and the connection is lost before the answer. */
  readonly lostAnswers = new Set<string>();
  /** What becomes of a call: it is answered unless this says otherwise. */
  script: (call: TelnyxCall, answer: () => Promise<void>) => Promise<void> = async (call, answer) => {
    await call.initiate();
    await answer();
  };
  readonly #refusals = new Map<string, TelnyxError[]>();
  readonly #searched = new Set<string>();
  readonly #orders = new Map<string, { id: string; phone: string; looksLeft: number; reference: string }>();
  readonly #inbound = new Map<string, TelnyxCall>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<TelnyxServer> {
    const server = new TelnyxServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get credentials() {
    return { connection_id: this.connectionId, api_key: this.apiKey, public_key: this.key.publicKey };
  }

  /** The next requests of this kind are answered with these. */
  refuse(kind: string, ...errors: TelnyxError[]): void {
    this.#refusals.set(kind, errors);
  }

  /** A person calls a number of the account. */
  async callIn(
    to: string,
    from = '+14155550123',
    { key = this.key, fields = {} }: { key?: SigningKey; fields?: object } = {},
  ): Promise<TelnyxCall> {
    const options = { connectionId: this.connectionId, key, to, from, webhookUrl: this.webhookUrl };
    const call = new TelnyxCall({ ...options, direction: 'incoming' });
    this.#inbound.set(call.callControlId, call);
    await call.initiate(fields);
    return call;
  }

  close(): void {
    for (const call of [...this.calls, ...this.#inbound.values()]) call.stream?.breakOff();
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
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(body));
  }

  #answer({ method = '', url = '', headers }: IncomingMessage, text: string): Reply {
    const { pathname, searchParams: query } = new URL(url, this.baseUrl);
    if (headers.authorization !== `Bearer ${this.apiKey}`) return refused(AUTHENTICATION_FAILED);
    const [version, ...parts] = pathname.slice(1).split('/').map(decodeURIComponent);
    if (version !== 'v2') return refused(NOT_FOUND);
    const [resource, , , action] = parts;
    const kind = `${method} ${action === undefined ? resource : `${resource}/${action}`}`;
    this.requests.push(kind);
    const refusal = this.#refusals.get(kind)?.shift();
    if (refusal) return refused(refusal);
    return this.#carryOut({ method, parts, query, body: text === '' ? {} : JSON.parse(text) });
  }

  #carryOut(request: ApiRequest): Reply {
    switch (request.parts[0]) {
      case 'calls':
        return request.parts.length === 1 ? this.#dial(request) : this.#command(request);
      case 'connections':
        return this.#activeCalls(request);
      case 'call_control_applications':
        return this.#application(request);
      case 'available_phone_numbers':
        return this.#search(request);
      case 'phone_numbers_regulatory_requirements':
        return this.#requirements(request);
      case 'requirement_groups':
        return answered(this.approvedGroups.map((id) => ({ id, status: 'approved' })));
      case 'number_orders':
        return this.#order(request);
      case 'phone_numbers':
        return this.#owned(request);
      default:
        return refused(NOT_FOUND);
    }
  }

  #dial({ body }: ApiRequest): Reply {
    const { to, from, webhook_url: webhookUrl, connection_id: connectionId } = body;
    if (connectionId !== this.connectionId) return refused({ ...NOT_FOUND, status: 422, code: '10015' });
    const call = new TelnyxCall({ connectionId, key: this.key, direction: 'outgoing', to, from, webhookUrl });
    call.clientState = body.client_state ?? null;
    this.calls.push(call);
    setImmediate(() => void this.script(call, () => call.answer(body)));
    const { callControlId } = call;
    return answered({ record_type: 'call', call_control_id: callControlId, is_alive: false });
  }

  #command({ parts: [, id = '', , action], body }: ApiRequest): Reply {
    const call = this.calls.find(({ callControlId }) => callControlId === id) ?? this.#inbound.get(id);
    if (!call) return refused(NOT_FOUND);
    if (call.isOver) return refused(CALL_ENDED);
    if (action === 'answer') this.#answerCall(call, body);
    else if (action === 'reject') void call.end({ hangup_cause: 'call_rejected', sip_hangup_cause: 'unspecified' });
    else if (call.isAnswered) void call.end({ hangup_cause: 'normal_clearing', sip_hangup_cause: '200' });
    else void call.end({ hangup_cause: 'originator_cancel', sip_hangup_cause: '487' });
    return answered({ result: 'ok' });
  }

  #answerCall(call: TelnyxCall, params: StreamParams): void {
    call.clientState = params.client_state ?? null;
    call.options.webhookUrl = params.webhook_url ?? call.options.webhookUrl;
    setImmediate(() => void call.answer(params));
  }

  #activeCalls({ parts }: ApiRequest): Reply {
    if (parts[1] !== this.connectionId) return refused(NOT_FOUND);
    const open = [...this.calls, ...this.#inbound.values()].filter(({ isOver }) => !isOver);
    return answered(
      open.map((call) => ({
        record_type: 'call',
        call_control_id: call.callControlId,
        client_state: call.clientState,
      })),
    );
  }

  #application({ method, parts, body }: ApiRequest): Reply {
    if (parts[1] !== this.connectionId) return refused(NOT_FOUND);
    if (method === 'PATCH') this.webhookUrl = body.webhook_event_url;
    return answered({
      ...{ id: this.connectionId, record_type: 'call_control_application', application_name: 'parley', active: true },
      ...{ webhook_event_url: this.webhookUrl, webhook_api_version: '2' },
      outbound: { outbound_voice_profile_id: this.outboundProfileId },
    });
  }

  #search({ query }: ApiRequest): Reply {
    const country = query.get('filter[country_code]');
    const prefix = country === 'US' ? `+1${query.get('filter[national_destination_code]') ?? ''}` : '+49';
    const found = [...this.available.keys()].filter((phone) => phone.startsWith(prefix));
    for (const phone of found) this.#searched.add(phone);
    const limit = Number(query.get('filter[limit]') ?? 50);
    return answered(
      found.slice(0, limit).map((phone_number) => ({ record_type: 'available_phone_number', phone_number })),
    );
  }

  #requirements({ query }: ApiRequest): Reply {
    const phone = query.get('filter[phone_number]') ?? '';
    return answered([
      {
        ...{ phone_number: phone, phone_number_type: 'local', record_type: 'phone_number_regulatory_requirement' },
        region_information: [{ region_type: 'country_code', region_name: phone.startsWith('+1') ? 'US' : 'DE' }],
        regulatory_requirements: this.available.get(phone) ?? [],
      },
    ]);
  }

  #order({ method, parts, query, body }: ApiRequest): Reply {
    if (method === 'POST') return this.#placeOrder(body);
    if (parts[1] !== undefined) {
      const order = this.#orders.get(parts[1]);
      if (!order) return refused(NOT_FOUND);
      order.looksLeft -= 1;
      return answered(this.#orderBody(order));
    }
    const reference = query.get('filter[customer_reference]');
    const wanted = query.get('filter[status]');
    const found = [...this.#orders.values()]
      .filter((one) => one.reference === reference && (wanted !== 'pending' || one.looksLeft > 0))
      .map((order) => this.#orderBody(order));
    return answered(found);
  }

  #placeOrder(body: any): Reply {
    const [{ phone_number: phone, requirement_group_id: group }] = body.phone_numbers;
    if (!this.#searched.has(phone)) return refused(NOT_SEARCHED);
    const needs = this.available.get(phone);
    if (!needs) return refused(NOT_AVAILABLE);
    if (needs.length > 0 && !this.approvedGroups.includes(group)) return refused({ ...NOT_AVAILABLE, code: '85006' });
    this.available.delete(phone);
    const order = { id: randomUUID(), phone, looksLeft: this.ordersWait, reference: body.customer_reference };
    this.#orders.set(order.id, order);
    return answered(this.#orderBody(order));
  }

  /** What was ordered is there from the moment on at which its order is looked at for the last time. */
  #orderBody({ id, phone, looksLeft }: { id: string; phone: string; looksLeft: number }) {
    const isDone = looksLeft <= 0;
    const has = [...this.numbers.values()].some(({ phone_number }) => phone_number === phone);
    if (isDone && !has) this.own(phone, this.connectionId);
    return { id, record_type: 'number_order', status: isDone ? 'success' : 'pending', phone_numbers_count: 1 };
  }

  /** The account has the number. */
  own(phone: string, connectionId: string | null): OwnedNumber {
    const id = String(10n ** 18n + BigInt(this.numbers.size));
    const number: OwnedNumber = { id, phone_number: phone, status: 'active', connection_id: connectionId };
    this.numbers.set(id, number);
    return number;
  }

  #owned({ method, parts: [, id], query, body }: ApiRequest): Reply {
    if (id === undefined) {
      const digits = (query.get('filter[phone_number]') ?? '').replace('+', '');
      return answered([...this.numbers.values()].filter(({ phone_number }) => phone_number.includes(digits)));
    }
    const number = this.numbers.get(id);
    if (!number) return refused(NOT_FOUND);
    if (method === 'PATCH') Object.assign(number, { connection_id: body.connection_id });
    else this.numbers.delete(id);
    return answered(number);
  }
}

const answered = (data: object): Reply => [200, { data }];

const refused = (error: TelnyxError): Reply => [error.status, errorBody(error)];
