import { expect, it } from 'vitest';
import { Passwords } from './password.ts';

const passwords = new Passwords();

it('knows a password again, and no other', async () => {
  const stored = await passwords.hash('correct horse battery');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches('correct horse battery', stored, 'known')).toBe(true);
  expect(await passwords.matches('correct horse batterz', stored, 'known')).toBe(false);
  expect(await passwords.matches('anything', null, 'unknown')).toBe(false);
});

it('takes the same letters in another composition', async () => {
  const stored = await passwords.hash('Zu\u0308rich, Zu\u0308rich');
  expect(await passwords.matches('Z\u00fcrich, Z\u00fcrich', stored, 'known')).toBe(true);
});

it('salts: the same password is stored differently each time', async () => {
  const [one, other] = await Promise.all([passwords.hash('the same one'), passwords.hash('the same one')]);
  expect(one).not.toBe(other);
});

it('limits the queue of unknown browsers, and still admits known ones', async () => {
  const unknown = Array.from({ length: 60 }, () => passwords.matches('wrong', null, 'unknown'));
  const known = passwords.matches('wrong', null, 'known');
  const results = await Promise.allSettled([...unknown, known]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refused).toEqual(Array.from({ length: 10 }, () => 'rate_limited'));
  expect(await known).toBe(false);
});
