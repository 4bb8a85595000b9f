import { expect, it } from 'vitest';
import { freePort, lastingPort, lastingRtpPort } from './ports.ts';

it('gives peers that come and go ports that are given once, however many are asked for', async () => {
  const given: number[] = [];
  const PEERS = 8;
  for (let peer = 0; peer < PEERS; peer += 1) {
    const [signalling, control, audio] = [await lastingPort(), await lastingPort(1), await lastingRtpPort()];
    expect(audio % 2).toBe(0);
    given.push(signalling, signalling + 1, control, ...Array.from({ length: 22 }, (_, index) => audio + index));
  }
  const others = new Set(await Promise.all(Array.from({ length: 1000 }, freePort)));
  expect(new Set(given).size).toBe(given.length);
  expect(given.filter((port) => others.has(port))).toEqual([]);
});
