import { z } from 'zod';
import { TelnyxFault } from './telnyx-fault.ts';

/** Telnyx responds within one; a call that is not placed by then comes too late. */
const REQUEST_TIMEOUT_MS = 10_000;
const TELNYX_URL = 'https://api.telnyx.com';

const Envelope = z.object({ data: z.unknown() });

const Refusal = z.object({
  errors: z
    .array(z.object({ code: z.coerce.string(), title: z.string().default(''), detail: z.string().optional() }))
    .min(1),
});

export interface TelnyxRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the version; its parts are encoded. */
  path: string;
  /** `filter[country_code]` and such. */
  query?: Record<string, string>;
  body?: object;
}

/** Telnyx's REST interface, version 2. https://developers.telnyx.com/api-reference/overview */
export class TelnyxClient {
  readonly #apiKey: string;
  readonly #baseUrl: string;

  /** `baseUrl`: of a server in Telnyx's place; null: Telnyx's own. */
  constructor(apiKey: string, baseUrl: string | null) {
    this.#apiKey = apiKey;
    this.#baseUrl = `${baseUrl ?? TELNYX_URL}/v2`;
  }

  /** The `data` of the response. @throws TelnyxFault */
  async ask<Data extends z.ZodType>(data: Data, request: TelnyxRequest): Promise<z.output<Data>> {
    const { status, body } = await this.#send(request);
    if (status < 200 || status >= 300) {
      const refusal = Refusal.safeParse(body);
      throw TelnyxFault.refused(status, refusal.data?.errors[0] ?? null);
    }
    const parsed = data.safeParse(Envelope.safeParse(body).data?.data);
    if (!parsed.success) throw TelnyxFault.unreached(new Error('its response is not what it publishes'));
    return parsed.data;
  }

  async #send({ method, path, query = {}, body }: TelnyxRequest): Promise<{ status: number; body: unknown }> {
    const url = new URL(`${this.#baseUrl}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    try {
      const response = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${this.#apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      return { status: response.status, body: jsonOf(text) };
    } catch (error) {
      throw TelnyxFault.unreached((error as Error).cause ?? error);
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
