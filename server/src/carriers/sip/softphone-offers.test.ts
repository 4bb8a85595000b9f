import { expect, test } from 'vitest';
import { softphoneOffers } from './softphone-offers.ts';

test.each([
  ['off', 'tls', ['off']],
  ['off', 'udp', ['off']],
  ['preferred', 'tls', ['required', 'off']],
  ['preferred', 'tcp', ['off']],
  ['preferred', 'udp', ['off']],
  ['required', 'tls', ['required']],
  ['required', 'udp', ['required']],
] as const)('%s over %s', (srtp, protocol, offers) => {
  const hop = { protocol, host: '192.0.2.7', port: 5061 };
  expect(softphoneOffers({ hop, srtp })).toEqual(offers);
});
