import type { ChangeUser, InvitedUser, InviteUser, MakeUserLink, User, UserList } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Users {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All users of the account. */
  list(options?: RequestOptions): Promise<UserList> {
    return this.#transport.request({ method: 'GET', path: ['users'], repeatable: true }, options);
  }

  /** The response holds the link, this once: hand it to the person. */
  invite(invitation: InviteUser, options?: RequestOptions): Promise<InvitedUser> {
    return this.#transport.request({ method: 'POST', path: ['users'], body: invitation, repeatable: false }, options);
  }

  get(userId: string, options?: RequestOptions): Promise<User> {
    return this.#transport.request({ method: 'GET', path: ['users', userId], repeatable: true }, options);
  }

  update(userId: string, change: ChangeUser, options?: RequestOptions): Promise<User> {
    const path = ['users', userId];
    return this.#transport.request({ method: 'PATCH', path, body: change, repeatable: false }, options);
  }

  /** The invitation again, or a link for a new password. The response holds it, this once. */
  makeLink(userId: string, link: MakeUserLink = {}, options?: RequestOptions): Promise<InvitedUser> {
    const path = ['users', userId, 'link'];
    return this.#transport.request({ method: 'POST', path, body: link, repeatable: false }, options);
  }

  /** Every session of the user ends at once. */
  remove(userId: string, options?: RequestOptions): Promise<void> {
    return this.#transport.request({ method: 'DELETE', path: ['users', userId], repeatable: false }, options);
  }
}
