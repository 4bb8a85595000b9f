import type { Service } from './service.ts';

interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

interface SentRequest {
  body?: unknown;
  headers?: Record<string, string>;
}

/** A browser as far as the service sees it: it keeps cookies, and says which page it is on. */
export class BrowserSession {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  /** The cookies as they were set last, with all that was said of them. */
  readonly setCookies: string[] = [];

  constructor(service: Service) {
    this.#origin = new URL(service.baseUrl).origin;
  }

  /** A user whose link was just opened. */
  static async welcome(service: Service, link: string, person: object): Promise<BrowserSession> {
    const browser = new BrowserSession(service);
    const token = link.split('/welcome/')[1]!;
    const answer = await browser.dashboard('POST', `/invitations/${token}`, { body: person });
    if (answer.status !== 200) throw new Error(`the link was answered with ${JSON.stringify(answer.body)}`);
    return browser;
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A cookie that some page or some thief has. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  forgetCookie(name: string): void {
    this.#cookies.delete(name);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  dashboard(method: string, path: string, options: SentRequest = {}): Promise<Answer> {
    return this.#send(method, `/dashboard/api${path}`, options);
  }

  v1(method: string, path: string, options: SentRequest = {}): Promise<Answer> {
    return this.#send(method, `/v1${path}`, options);
  }

  /** An empty header is left out. */
  async #send(method: string, path: string, { body, headers = {} }: SentRequest): Promise<Answer> {
    const all: Record<string, string> = {
      cookie: this.cookieHeader,
      origin: this.#origin,
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/139.0.0.0 Safari/537.36',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.#keep(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  }

  #keep(cookies: string[]): void {
    if (cookies.length > 0) this.setCookies.splice(0, this.setCookies.length, ...cookies);
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (/Max-Age=0\b/.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
