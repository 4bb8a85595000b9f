import type { DigestGuard, DigestUsers } from '../authentication/digest-guard.ts';
import type { ResponseParts } from '../messages/create-response.ts';
import type { SipRequest } from '../messages/message.ts';
import { parseUri } from '../messages/uri.ts';
import type { StatelessResponder } from '../stateless-responder.ts';
import type { Hop } from '../transports/transport.ts';
import { type Binding, type BindingChange, readBindingChange, SHORTEST_S } from './binding.ts';

export interface RegistrarOptions extends DigestUsers {
  /** Keeps what the user asks for, and returns all that is kept; `out_of_order`: a later request was there first. */
  bind(username: string, change: BindingChange): Promise<readonly Binding[] | 'out_of_order'>;
}

const TRY_LATER = { 'Retry-After': '5' }; // seconds

/**
 * RFC 3261 section 10.3, for users who are known by Digest. Without state of its own: a repeated request is done twice, which is as once.
 */
export class Registrar {
  readonly #responder: StatelessResponder;
  readonly #guard: DigestGuard;
  readonly #options: Pick<RegistrarOptions, 'bind'>;

  constructor(responder: StatelessResponder, guard: DigestGuard, options: Pick<RegistrarOptions, 'bind'>) {
    this.#responder = responder;
    this.#guard = guard;
    this.#options = options;
  }

  receive(request: SipRequest, source: Hop): void {
    this.#judge(request, source).then(
      ({ status, ...parts }) => this.#responder.respond(request, source, status, parts),
      () => this.#responder.respond(request, source, 503, { headers: TRY_LATER }),
    );
  }

  async #judge(request: SipRequest, source: Hop): Promise<{ status: number } & ResponseParts> {
    const user = parseUri(request.to.uri)?.user ?? null;
    const identity = await this.#guard.identify(request, source, user);
    if (!('username' in identity)) return identity;
    // Step 4: a user registers for that user alone.
    if (user !== identity.username) return { status: 403 };
    const change = readBindingChange(request, source);
    if (change === 'malformed') return { status: 400 };
    if (change === 'too_brief') return { status: 423, headers: { 'Min-Expires': String(SHORTEST_S) } };
    const bindings = await this.#options.bind(identity.username, change);
    if (bindings === 'out_of_order') return { status: 500 };
    const contacts = bindings.map(({ uri, expiresS }) => `<${uri}>;expires=${expiresS}`);
    const date = new Date().toUTCString();
    return { status: 200, headers: { ...(contacts.length > 0 && { Contact: contacts }), Date: date } };
  }
}
