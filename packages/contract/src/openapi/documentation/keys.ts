import type { routes } from '../../routes.ts';
import { exampleKey } from './examples/example-keys.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { key_id: keyId } = exampleKey;
const exampleSecret = 'vk_live_4f9QmZr8TtK2bXw7HsLcV1yNpEa6JdGo2hUx3yKd';

const noSuchKey: ErrorCase = {
  when: 'There is no such key in this account, or it is revoked.',
  fix: 'Check `key_id`: GET /keys lists yours.',
  message: `There is no key ${keyId}. GET /v1/keys lists yours.`,
  param: 'key_id',
};

const beyondMaker: ErrorCase = {
  when: 'The key would have a permission that this one lacks.',
  fix: 'Leave it out, or use a key that has it.',
  message: 'A key can be given no more than its maker may: this API key lacks agents:write.',
  param: 'permissions',
};

export const listKeys: RouteDocumentation<typeof routes.listKeys> = {
  tag: 'Keys',
  description:
    'All keys of the account that are not revoked, newest first. The keys themselves are stored nowhere: they are known by their last four characters.',
  response: { data: [exampleKey], total: 1 },
  errors: {},
  client: 'const { data } = await parley.keys.list();',
};

export const createKey: RouteDocumentation<typeof routes.createKey> = {
  tag: 'Keys',
  description:
    'The response holds the key, this once. Give each program a key of its own, with the permissions that it needs: then one can be revoked without the others.',
  responseHeaders: ['Location'],
  request: { name: exampleKey.name ?? '', permissions: exampleKey.permissions },
  response: { ...exampleKey, last_used_at: null, api_key: exampleSecret },
  errors: { forbidden: [beyondMaker] },
  client: `const { api_key } = await parley.keys.create({
  name: 'Appointment reminders',
  permissions: ['calls:read', 'calls:write'],
});`,
};

export const getKey: RouteDocumentation<typeof routes.getKey> = {
  tag: 'Keys',
  description: 'What a key may do, and when it was used last.',
  response: exampleKey,
  errors: { not_found: [noSuchKey] },
  client: `const key = await parley.keys.get('${keyId}');`,
};

export const updateKey: RouteDocumentation<typeof routes.updateKey> = {
  tag: 'Keys',
  description: 'What a key is called can be changed. What it may do cannot: create another one.',
  request: { name: 'Reminders, north' },
  response: { ...exampleKey, name: 'Reminders, north' },
  errors: { not_found: [noSuchKey] },
  client: `await parley.keys.update('${keyId}', { name: 'Reminders, north' });`,
};

export const rotateKey: RouteDocumentation<typeof routes.rotateKey> = {
  tag: 'Keys',
  description:
    'Makes a new key with the name and the permissions of this one, which stays valid for `overlap` seconds: a day when left out. `overlap: 0` ends it at once, for example when it has leaked. A key that was made to expire has a successor that lasts as long.',
  responseHeaders: ['Location'],
  request: { overlap: 3600 },
  response: { ...exampleKey, last_used_at: null, api_key: exampleSecret },
  errors: {
    forbidden: [
      { ...beyondMaker, when: 'The key has a permission that this one lacks.', fix: 'Use a key that has it.' },
    ],
    not_found: [noSuchKey],
    unprocessable: [
      {
        when: 'The key has expired.',
        fix: 'Create another one.',
        message: 'This key has expired. Create another one.',
        param: 'key_id',
      },
    ],
  },
  client: `const { api_key } = await parley.keys.rotate('${keyId}', { overlap: 3600 });`,
};

export const revokeKey: RouteDocumentation<typeof routes.revokeKey> = {
  tag: 'Keys',
  description: 'The key is invalid at once, and for good. Calls that it placed go on.',
  response: undefined,
  errors: { not_found: [noSuchKey] },
  client: `await parley.keys.revoke('${keyId}');`,
};
