import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { Received } from '../support/webhook-receiver.ts';
import type { Account } from './accounts.ts';

/** An account with webhooks, and the receivers that they lead to. */
export class Subscriber {
  readonly account: Account;
  readonly #receivers: { close(): Promise<void> }[] = [];

  constructor(account: Account) {
    this.account = account;
  }

  /** The receiver, which is closed in the end. */
  async opened<R extends { close(): Promise<void> }>(starting: Promise<R>): Promise<R> {
    const receiver = await starting;
    this.#receivers.push(receiver);
    return receiver;
  }

  async close(): Promise<void> {
    for (const receiver of this.#receivers) await receiver.close();
  }

  /** The new webhook, with its secret. */
  async subscribe(url: string, events?: string[]): Promise<any> {
    const { status, body } = await this.account.request('POST', '/webhooks', {
      body: { url, ...(events ? { events } : {}) },
    });
    expect(status).toBe(201);
    return body;
  }

  /** The delivery of a test event, which comes whatever the webhook subscribes to. */
  async sendTest(webhookId: string): Promise<any> {
    const { status, body } = await this.account.request('POST', `/webhooks/${webhookId}/test`);
    expect(status).toBe(201);
    return body;
  }

  async deliveriesOf(webhookId: string, query = ''): Promise<any> {
    return (await this.account.request('GET', `/webhooks/${webhookId}/deliveries${query}`)).body;
  }

  async deliveryWhen(webhookId: string, deliveryId: string, isWanted: (delivery: any) => boolean): Promise<any> {
    return this.#whenAny(webhookId, (delivery) => delivery.delivery_id === deliveryId && isWanted(delivery));
  }

  /** Of several deliveries the one that is tried first. */
  async firstTried(webhookId: string): Promise<any> {
    return this.#whenAny(webhookId, ({ attempts }) => attempts > 0);
  }

  /** Asks until there is one; the test's own time limit ends the waiting. */
  async #whenAny(webhookId: string, isWanted: (delivery: any) => boolean): Promise<any> {
    for (;;) {
      const found = (await this.deliveriesOf(webhookId, '?limit=100')).data.find(isWanted);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

export const eventIn = ({ body }: Received): any => JSON.parse(body);

/** The event, or an error when the signature is not right. */
export function verified(secret: string, { headers, body }: Received): any {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

/** What came of one type. */
export function eventsOf(type: string, received: Received[]): any[] {
  return received.map(eventIn).filter((event) => event.type === type);
}
