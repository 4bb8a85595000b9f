import type { AgentSettings, Variables } from '@parley/contract';
import { resolveVariables, spokenTime } from '../agents/template.ts';
import type { LiveCall } from './call-record.ts';

export type CallOfAgent = Pick<LiveCall, 'call_id' | 'direction' | 'recipient_phone' | 'from_number' | 'variables'>;

/** As many as a request may give. */
const MOST_BYTES = 64 * 1024;

/** The variables of a call: what was given with it, and what is found while it lives. */
export class CallVariables {
  readonly #call: CallOfAgent;
  readonly #settings: AgentSettings;
  readonly #currentTime: string;
  #given: Variables;
  #texts: Record<string, string>;

  /** `now`: for the time that the agent knows. */
  constructor(call: CallOfAgent, settings: AgentSettings, now: Date) {
    this.#call = call;
    this.#settings = settings;
    this.#currentTime = spokenTime(now, settings.timezone);
    this.#given = call.variables;
    this.#texts = this.#resolved();
  }

  /** All values as text, by name. */
  get texts(): Readonly<Record<string, string>> {
    return this.#texts;
  }

  /** Takes what is new, or has changed; all of it, or nothing when there would be too much. Returns what was taken. */
  take(found: Variables): Variables {
    const news = Object.entries(found).filter(([name, value]) => this.#given[name] !== value);
    const given = { ...this.#given, ...Object.fromEntries(news) };
    if (news.length === 0 || Buffer.byteLength(JSON.stringify(given)) > MOST_BYTES) return {};
    this.#given = given;
    this.#texts = this.#resolved();
    return Object.fromEntries(news);
  }

  #resolved(): Record<string, string> {
    const { recipient_phone, from_number, call_id } = this.#call;
    return resolveVariables({
      builtin: { recipient_phone, from_number: from_number ?? '', call_id, current_time: this.#currentTime },
      defaults: this.#settings.variables,
      given: this.#given,
    });
  }
}
