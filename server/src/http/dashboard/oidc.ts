import type { Configuration } from 'openid-client';
import type { Identity } from '../../accounts/single-sign-on.ts';

export interface OidcOptions {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Where the issuer sends people back to. */
  redirectUrl(): string;
}

/** What ties the way back to the way there. */
export interface OidcRequest {
  state: string;
  nonce: string;
  verifier: string;
}

/** The code flow of OpenID Connect with PKCE, state and nonce. */
export class Oidc {
  readonly #options: OidcOptions;
  #discovered: Promise<Configuration> | undefined;

  constructor(options: OidcOptions) {
    this.#options = options;
  }

  async begin(): Promise<{ url: URL; request: OidcRequest }> {
    const client = await import('openid-client');
    const request = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#options.redirectUrl(),
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: 'S256',
      state: request.state,
      nonce: request.nonce,
    });
    return { url, request };
  }

  /** @param search of the address that the issuer has sent the person back to. */
  async finish(search: string, request: OidcRequest): Promise<Identity> {
    const client = await import('openid-client');
    const tokens = await client.authorizationCodeGrant(
      await this.#configuration(),
      new URL(search, this.#options.redirectUrl()),
      {
        expectedState: request.state,
        expectedNonce: request.nonce,
        pkceCodeVerifier: request.verifier,
        idTokenExpected: true,
      },
    );
    const claims = tokens.claims();
    if (!claims) throw new Error('the issuer sent no ID token');
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: text(claims.email),
      isEmailVerified: claims.email_verified === true,
      name: text(claims.name)?.slice(0, 100),
    };
  }

  /** Read once; after a failure, the next sign-in asks the issuer again. */
  #configuration(): Promise<Configuration> {
    this.#discovered ??= this.#discover().catch((error) => {
      this.#discovered = undefined;
      throw error;
    });
    return this.#discovered;
  }

  async #discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#options;
    const url = new URL(issuer);
    // The operator has configured it: http is for an issuer in the operator's own network.
    const insecure = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    // Signatures are checked although the tokens come from the issuer itself: TLS may end at a proxy in between.
    const execute = [client.enableNonRepudiationChecks, ...insecure];
    return client.discovery(
      url,
      clientId,
      undefined,
      clientSecret ? client.ClientSecretPost(clientSecret) : client.None(),
      {
        execute,
      },
    );
  }
}
