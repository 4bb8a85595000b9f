import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { keepAliveFetch } from './keep-alive-fetch.ts';
import { RefusedPortError, refusedPort } from './refused-port.ts';

const { badPorts } = createRequire(import.meta.url)('undici/lib/web/fetch/constants.js') as { badPorts: string[] };

test('every port that the client refuses is known before', () => {
  expect(badPorts.length).toBeGreaterThan(50);
  for (const port of badPorts) expect(refusedPort(`http://127.0.0.1:${port}/v1`)).toBe(Number(port));
});

test.each(['http://127.0.0.1:11434/v1', 'https://api.openai.com/v1', 'http://localhost/v1', 'not an address'])(
  '%s is not refused',
  (url) => {
    expect(refusedPort(url)).toBeNull();
  },
);

test('a request to one says which port it is', async () => {
  const failing = keepAliveFetch('http://127.0.0.1:6000/v1');
  await expect(failing).rejects.toThrow(RefusedPortError);
  await expect(failing).rejects.toThrow('port 6000');
});
