import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

interface Grant {
  person: Person;
  challenge: string;
  nonce: string;
  redirectUri: string;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID Connect provider as small as the code flow lets it be, with real signed tokens. */
export class OidcIssuer {
  readonly #server: Server;
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #grants = new Map<string, Grant>();
  /** The person who signs in there next. */
  person: Person = { sub: 'unknown' };
  /** What is put into the next ID token instead of what belongs there. */
  tampered: Record<string, unknown> = {};
  /** Signs with a key that is not published. */
  forges = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<OidcIssuer> {
    const server = createServer();
    const issuer = new OidcIssuer(server);
    server.on('request', async (request, response) => {
      const { status, headers, body } = await issuer.#answer(request);
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage) {
    const url = new URL(request.url ?? '/', this.url);
    const json = (value: unknown, status = 200) => ({
      status,
      headers: { 'content-type': 'application/json' } as Record<string, string>,
      body: JSON.stringify(value),
    });
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: this.url,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
          jwks_uri: `${this.url}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        });
      case '/keys':
        return json({
          keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
        });
      case '/authorize':
        return { status: 302, headers: { location: this.#authorize(url.searchParams) }, body: '' };
      case '/token':
        return this.#token(new URLSearchParams(await textOf(request)), json);
      default:
        return json({ error: 'not_found' }, 404);
    }
  }

  #authorize(search: URLSearchParams): string {
    const code = randomUUID();
    const of = (name: string) => search.get(name) ?? '';
    if (of('response_type') !== 'code' || of('code_challenge_method') !== 'S256') throw new Error('not the code flow');
    this.#grants.set(code, {
      person: this.person,
      challenge: of('code_challenge'),
      nonce: of('nonce'),
      redirectUri: of('redirect_uri'),
    });
    const back = new URL(of('redirect_uri'));
    back.search = new URLSearchParams({ code, state: of('state') }).toString();
    return back.href;
  }

  #token<Answer>(form: URLSearchParams, json: (value: unknown, status?: number) => Answer): Answer {
    const grant = this.#grants.get(form.get('code') ?? '');
    this.#grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('client_id') === 'parley' &&
      form.get('client_secret') === 'issuer-secret';
    if (!grant || !isRight) return json({ error: 'invalid_grant' }, 400);
    const nowS = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: this.url, aud: 'parley', iat: nowS, exp: nowS + 60, nonce: grant.nonce },
      ...grant.person,
      ...this.tampered,
    };
    const signed = `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded(claims)}`;
    const key = this.forges ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : this.#keys.privateKey;
    const signature = sign('sha256', Buffer.from(signed), key).toString('base64url');
    return json({ access_token: randomUUID(), token_type: 'bearer', id_token: `${signed}.${signature}` });
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}
