import { z } from 'zod';
import type { NumberSearch } from '../../numbers/number-seller.ts';
import type { TelnyxClient } from './telnyx-client.ts';

const Offer = z.object({ phone_number: z.string() });

const OwnedNumber = z.object({
  id: z.string(),
  phone_number: z.string(),
  status: z.string(),
  connection_id: z.coerce.string().nullish(),
});
export type OwnedNumber = z.infer<typeof OwnedNumber>;

const Order = z.object({ id: z.string(), status: z.enum(['pending', 'success', 'failure']) });
export type Order = z.infer<typeof Order>;

const Requirements = z.object({
  phone_number_type: z.string(),
  region_information: z.array(z.object({ region_type: z.string(), region_name: z.string() })).default([]),
  regulatory_requirements: z.array(z.object({ label: z.string(), field_type: z.string() })).default([]),
});

/** What has to be known of who buys a number. */
export interface NumberRequirements {
  /** ISO 3166. */
  country: string;
  /** `local`, `mobile` and such. */
  type: string;
  /** In words, such as `Proof of address (document)`. */
  labels: string[];
}

const Application = z.object({
  application_name: z.string(),
  active: z.boolean().default(true),
  webhook_event_url: z.string().nullish(),
  webhook_api_version: z.coerce.string().default('2'),
  outbound: z.object({ outbound_voice_profile_id: z.coerce.string().nullish() }).nullish(),
});
export type Application = z.infer<typeof Application>;

/** What is asked of Telnyx for numbers, and for the Voice API application that they ring. */
export class NumberCommands {
  readonly #client: TelnyxClient;
  readonly #connectionId: string;

  constructor(client: TelnyxClient, connectionId: string) {
    this.#client = client;
    this.#connectionId = connectionId;
  }

  /** Numbers for sale that can be called, E.164. @throws TelnyxFault */
  async search({ country, areaCode, limit }: NumberSearch): Promise<string[]> {
    const query = {
      'filter[country_code]': country,
      ...(areaCode === undefined ? {} : { 'filter[national_destination_code]': areaCode }),
      'filter[phone_number_type]': 'local',
      'filter[features]': 'voice',
      'filter[limit]': String(limit),
    };
    const found = await this.#client.ask(z.array(Offer), { method: 'GET', path: 'available_phone_numbers', query });
    return found.map((offer) => offer.phone_number);
  }

  /** Null: nothing is asked. @throws TelnyxFault */
  async requirementsOf(phone: string): Promise<NumberRequirements | null> {
    const [found] = await this.#client.ask(z.array(Requirements), {
      ...{ method: 'GET', path: 'phone_numbers_regulatory_requirements', query: { 'filter[phone_number]': phone } },
    });
    if (!found || found.regulatory_requirements.length === 0) return null;
    const country = found.region_information.find((region) => region.region_type === 'country_code')?.region_name ?? '';
    const labels = found.regulatory_requirements.map(({ label, field_type: type }) => `${label} (${type})`);
    return { country, type: found.phone_number_type, labels };
  }

  /** Null: none that Telnyx has approved. @throws TelnyxFault */
  async approvedGroup({ country, type }: NumberRequirements): Promise<string | null> {
    const query = {
      ...{ 'filter[country_code]': country, 'filter[phone_number_type]': type },
      ...{ 'filter[action]': 'ordering', 'filter[status]': 'approved' },
    };
    const groups = z.array(z.object({ id: z.string() }));
    return (await this.#client.ask(groups, { method: 'GET', path: 'requirement_groups', query }))[0]?.id ?? null;
  }

  /** With it the number is connected. @throws TelnyxFault */
  order(phone: string, requirementGroupId: string | null): Promise<Order> {
    const group = requirementGroupId === null ? {} : { requirement_group_id: requirementGroupId };
    const body = {
      ...{ phone_numbers: [{ phone_number: phone, ...group }], connection_id: this.#connectionId },
      customer_reference: referenceOf(phone),
    };
    return this.#client.ask(Order, { method: 'POST', path: 'number_orders', body });
  }

  /** An order for the number that was not carried out yet. @throws TelnyxFault */
  async pendingOrder(phone: string): Promise<Order | null> {
    const query = { 'filter[status]': 'pending', 'filter[customer_reference]': referenceOf(phone) };
    return (await this.#client.ask(z.array(Order), { method: 'GET', path: 'number_orders', query }))[0] ?? null;
  }

  /** Whether the number was ordered by this service. @throws TelnyxFault */
  async hasOrdered(phone: string): Promise<boolean> {
    const query = { 'filter[customer_reference]': referenceOf(phone) };
    return (await this.#client.ask(z.array(Order), { method: 'GET', path: 'number_orders', query })).length > 0;
  }

  /** @throws TelnyxFault */
  orderNamed(orderId: string): Promise<Order> {
    return this.#client.ask(Order, { method: 'GET', path: `number_orders/${encodeURIComponent(orderId)}` });
  }

  /** A number that the account has. @throws TelnyxFault */
  async findNumber(phone: string): Promise<OwnedNumber | null> {
    const query = { 'filter[phone_number]': phone };
    const found = await this.#client.ask(z.array(OwnedNumber), { method: 'GET', path: 'phone_numbers', query });
    return found.find((number) => number.phone_number === phone) ?? null;
  }

  /** Lets the number ring the application. @throws TelnyxFault */
  async connect(numberId: string): Promise<void> {
    const path = `phone_numbers/${encodeURIComponent(numberId)}`;
    await this.#client.ask(z.unknown(), { method: 'PATCH', path, body: { connection_id: this.#connectionId } });
  }

  /** @throws TelnyxFault */
  async release(numberId: string): Promise<void> {
    await this.#client.ask(z.unknown(), { method: 'DELETE', path: `phone_numbers/${encodeURIComponent(numberId)}` });
  }

  /** @throws TelnyxFault */
  application(): Promise<Application> {
    return this.#client.ask(Application, { method: 'GET', path: this.#applicationPath });
  }

  /** Has the application report calls to its numbers there. @throws TelnyxFault */
  async reportTo(webhookUrl: string, { application_name }: Application): Promise<void> {
    const body = { application_name, webhook_event_url: webhookUrl, webhook_api_version: '2' };
    await this.#client.ask(z.unknown(), { method: 'PATCH', path: this.#applicationPath, body });
  }

  get #applicationPath(): string {
    return `call_control_applications/${encodeURIComponent(this.#connectionId)}`;
  }
}

const referenceOf = (phone: string) => `parley ${phone}`;
