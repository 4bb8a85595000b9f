import { setTimeout as delay } from 'node:timers/promises';
import type { AvailableNumber } from '@parley/contract';
import { RequestError } from '../../kernel/request-error.ts';
import type { NumberSearch, NumberSeller, SoldNumber } from '../../numbers/number-seller.ts';
import { asRequestError } from '../seller-fault.ts';
import type { NumberCommands, NumberRequirements, OwnedNumber } from './number-commands.ts';
import type { TelnyxAccount } from './telnyx-account.ts';
import { TelnyxFault } from './telnyx-fault.ts';

/** An order without requirements is carried out within moments: it is looked at after each of these. */
const LOOK_AFTER_MS = [250, 500, 1000, 2000, 4000];
const RETRY_AFTER_S = 10;

interface TelnyxNumbersOptions {
  account: Pick<TelnyxAccount, 'carrierId' | 'connectionId'>;
  commands: NumberCommands;
  /** What Telnyx tells of calls to the numbers. */
  webhookUrl: string;
}

/** Numbers of a Telnyx account. */
export class TelnyxNumbers implements NumberSeller {
  readonly source = 'telnyx';
  readonly carrierId: string | null;
  readonly #connectionId: string;
  readonly #commands: NumberCommands;
  readonly #webhookUrl: string;

  constructor({ account, commands, webhookUrl }: TelnyxNumbersOptions) {
    this.carrierId = account.carrierId;
    this.#connectionId = account.connectionId;
    this.#commands = commands;
    this.#webhookUrl = webhookUrl;
  }

  async search({ country, areaCode, limit }: NumberSearch): Promise<AvailableNumber[]> {
    const phones = await explained('country', () => this.#commands.search({ country, areaCode, limit }));
    return phones.map((phone) => ({
      ...{ phone_number: phone, country, area_code: phone.startsWith('+1') ? phone.slice(2, 5) : '', source: 'telnyx' },
    }));
  }

  /** One that the account has already is connected: it cannot be bought twice. */
  buy(phone: string): Promise<SoldNumber> {
    return explained('phone_number', async () => {
      const owned = await this.#commands.findNumber(phone);
      if (owned) {
        const isBought = await this.#commands.hasOrdered(phone);
        return { sellerId: await this.#connected(owned), isNew: false, isBought };
      }
      const pending = await this.#commands.pendingOrder(phone);
      const group = pending ? null : await this.#requirementGroup(phone);
      await this.#reportCallsHere();
      await this.#carriedOut(pending ?? (await this.#commands.order(phone, group)));
      const bought = await this.#commands.findNumber(phone);
      if (!bought) throw undelivered(phone);
      return { sellerId: await this.#connected(bought), isNew: true, isBought: true };
    });
  }

  connect(phone: string): Promise<string> {
    return explained('phone_number', async () => {
      const owned = await this.#commands.findNumber(phone);
      if (owned) return this.#connected(owned);
      throw refused(`This Telnyx account does not have ${phone}. GET /v1/numbers/available offers numbers to buy.`);
    });
  }

  /** It stays at the connection, where its calls are rejected until it is connected again. */
  async disconnect(): Promise<void> {}

  release(sellerId: string): Promise<void> {
    return explained('number_id', async () => {
      try {
        await this.#commands.release(sellerId);
      } catch (error) {
        if (!TelnyxFault.of(error).isOver) throw error;
      }
    });
  }

  /** What rings something else is not taken from it. */
  async #connected({ id, phone_number: phone, status, connection_id: connectionId }: OwnedNumber): Promise<string> {
    if (status === 'purchase-pending') throw undelivered(phone);
    if (connectionId && connectionId !== this.#connectionId) {
      const remedy = `Assign it to the connection ${this.#connectionId} in the Telnyx portal, and try again.`;
      throw refused(`This Telnyx account has the number already, at the connection ${connectionId}. ${remedy}`);
    }
    await this.#reportCallsHere();
    if (!connectionId) await this.#commands.connect(id);
    return id;
  }

  /**
   * Before anything is ordered: an order that lacks what regulation requires would wait, and be paid. Null: none is
   * needed.
   */
  async #requirementGroup(phone: string): Promise<string | null> {
    const requirements = await this.#commands.requirementsOf(phone);
    if (!requirements) return null;
    const group = await this.#commands.approvedGroup(requirements);
    if (group === null) throw refused(unmet(phone, requirements));
    return group;
  }

  async #reportCallsHere(): Promise<void> {
    const application = await this.#commands.application();
    const isTold = application.webhook_event_url === this.#webhookUrl && application.webhook_api_version === '2';
    if (!isTold) await this.#commands.reportTo(this.#webhookUrl, application);
  }

  async #carriedOut({ id, ...order }: { id: string; status: string }): Promise<void> {
    let { status } = order;
    for (const pauseMs of LOOK_AFTER_MS) {
      if (status !== 'pending') break;
      await delay(pauseMs);
      ({ status } = await this.#commands.orderNamed(id));
    }
    if (status === 'failure') throw refused(`Telnyx could not carry out the order ${id}; its portal says why.`);
  }
}

function unmet(phone: string, { country, type, labels }: NumberRequirements): string {
  const group = `a requirement group for ${type} numbers in ${country}`;
  const remedy = `Fill in ${group} in the Telnyx portal (Numbers, Requirement groups), and try again when it is approved.`;
  return `Telnyx asks for this before it sells ${phone}: ${labels.join(', ')}. ${remedy}`;
}

const refused = (message: string) => new RequestError('unprocessable', message, { param: 'phone_number' });

function undelivered(phone: string): RequestError {
  const message = `Telnyx has taken the order for ${phone} and has not delivered yet. Try again in a moment.`;
  return new RequestError('server_error', message, { status: 503, retryAfterS: RETRY_AFTER_S });
}

async function explained<Answer>(param: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof RequestError ? error : asRequestError(param, TelnyxFault.of(error));
  }
}
