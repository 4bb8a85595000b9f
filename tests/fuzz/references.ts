/**
 * A request names resources before they exist: `call_~a000000000000000000000017` is replaced by one of the calls that
 * were placed so far. It is as long as an id, so that a Content-Length written before stays right.
 */
export type ReferencedPrefix =
  | 'agent'
  | 'call'
  | 'batch'
  | 'sfp'
  | 'sup'
  | 'whk'
  | 'dlv'
  | 'key'
  | 'usr'
  | 'num'
  | 'trk'
  | 'crr'
  | 'prv'
  | 'doc';
/** a: any; s: an agent that no call is placed with, so that it may be changed; d: the webhook of a delivery. */
type Choice = 'a' | 's' | 'd';

export function reference(prefix: ReferencedPrefix, index: number, choice: Choice = 'a'): string {
  return `${prefix}_~${choice}${String(index).padStart(24, '0')}`;
}

const REFERENCE = /(agent|call|batch|sfp|sup|whk|dlv|key|usr|num|trk|prv|doc)_~([asd])(\d{24})/g;
/** Enough to choose from; older ones are forgotten. */
const REMEMBERED = 50;

/** What was made so far, by prefix. */
export class Resources {
  readonly #ids: Record<ReferencedPrefix, string[]> = {
    ...{
      agent: [],
      call: [],
      batch: [],
      sfp: [],
      sup: [],
      whk: [],
      dlv: [],
      key: [],
      usr: [],
      num: [],
      trk: [],
      crr: [],
      prv: [],
      doc: [],
    },
  };
  readonly #webhookOf = new Map<string, string>();

  constructor(agentIds: string[]) {
    this.#ids.agent = agentIds;
  }

  /** Learns the ids in the body of a success. */
  learn(body: unknown): void {
    const named = (body ?? {}) as Record<string, unknown>;
    const { agent_id, call_id, batch_id, suppression_id, webhook_id, delivery_id, key_id, user_id } = named;
    const { number_id, trunk_id, carrier_id, provider_id, document_id } = named;
    if (typeof delivery_id === 'string' && typeof webhook_id === 'string') {
      this.#remember('dlv', delivery_id);
      this.#webhookOf.set(delivery_id, webhook_id);
    } else if (typeof webhook_id === 'string') this.#remember('whk', webhook_id);
    else if (typeof named.softphone_id === 'string') this.#remember('sfp', named.softphone_id);
    else if (typeof suppression_id === 'string') this.#remember('sup', suppression_id);
    else if (typeof call_id === 'string') this.#remember('call', call_id);
    else if (typeof batch_id === 'string') this.#remember('batch', batch_id);
    else if (typeof key_id === 'string') this.#remember('key', key_id);
    else if (typeof user_id === 'string') this.#remember('usr', user_id);
    // A number names its trunk and its agent, too.
    else if (typeof number_id === 'string') this.#remember('num', number_id);
    else if (typeof carrier_id === 'string') this.#remember('crr', carrier_id);
    else if (typeof trunk_id === 'string') this.#remember('trk', trunk_id);
    else if (typeof provider_id === 'string') this.#remember('prv', provider_id);
    else if (typeof document_id === 'string') this.#remember('doc', document_id);
    else if (typeof agent_id === 'string') this.#rememberAgent(agent_id);
  }

  forget(prefix: ReferencedPrefix, id: string): void {
    this.#ids[prefix] = this.#ids[prefix].filter((known) => known !== id);
  }

  get webhookIds(): readonly string[] {
    return this.#ids.whk;
  }

  resolve(text: string): string {
    return text.replace(REFERENCE, (_, prefix: ReferencedPrefix, choice: Choice, digits: string) =>
      this.#idOf(prefix, choice, Number(digits)),
    );
  }

  #idOf(prefix: ReferencedPrefix, choice: Choice, index: number): string {
    const nobodys = `${prefix}_${'0'.repeat(26)}`;
    if (choice === 'd') return this.#webhookOf.get(this.#idOf('dlv', 'a', index)) ?? nobodys;
    const ids = this.#ids[prefix];
    if (prefix !== 'agent') return ids[index % ids.length] ?? nobodys;
    // The first agent places the calls; the others are changed.
    return (choice === 's' ? ids[1 + (index % (ids.length - 1))] : ids[0]) ?? nobodys;
  }

  /** The first one stays: it places the calls. */
  #rememberAgent(id: string): void {
    const ids = this.#ids.agent;
    if (ids.includes(id)) return;
    ids.push(id);
    if (ids.length > REMEMBERED) ids.splice(1, 1);
  }

  #remember(prefix: ReferencedPrefix, id: string): void {
    const ids = this.#ids[prefix];
    if (ids.includes(id)) return;
    ids.push(id);
    if (ids.length > REMEMBERED) this.#webhookOf.delete(ids.shift()!);
  }
}
