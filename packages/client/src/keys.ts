import type { ApiKey, ApiKeyList, ChangeKey, CreatedKey, CreateKey, RotateKey } from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All that are not revoked. */
  list(options?: RequestOptions): Promise<ApiKeyList> {
    return this.#transport.request({ method: 'GET', path: ['keys'], repeatable: true }, options);
  }

  /** The response holds the key, this once. */
  create(key: CreateKey, options?: RequestOptions): Promise<CreatedKey> {
    return this.#transport.request({ method: 'POST', path: ['keys'], body: key, repeatable: false }, options);
  }

  get(keyId: string, options?: RequestOptions): Promise<ApiKey> {
    return this.#transport.request({ method: 'GET', path: ['keys', keyId], repeatable: true }, options);
  }

  update(keyId: string, change: ChangeKey, options?: RequestOptions): Promise<ApiKey> {
    const path = ['keys', keyId];
    return this.#transport.request({ method: 'PATCH', path, body: change, repeatable: false }, options);
  }

  /** The response holds the new key, this once; the old one stays valid for `overlap` seconds. */
  rotate(keyId: string, rotation: RotateKey = {}, options?: RequestOptions): Promise<CreatedKey> {
    const path = ['keys', keyId, 'rotate'];
    return this.#transport.request({ method: 'POST', path, body: rotation, repeatable: false }, options);
  }

  /** The key is invalid at once. */
  revoke(keyId: string, options?: RequestOptions): Promise<void> {
    return this.#transport.request({ method: 'DELETE', path: ['keys', keyId], repeatable: false }, options);
  }
}
