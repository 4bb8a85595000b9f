import { expect, test } from 'vitest';
import { type DigestInput, digestResponse, formatNonceCount } from './digest.ts';

const BODY = Buffer.alloc(0);

/** RFC 7616 section 3.9.1. */
const RFC_7616: Omit<DigestInput, 'algorithm'> = {
  ...{ isSession: false, username: 'Mufasa', password: 'Circle of Life', realm: 'http-auth@example.org' },
  ...{ nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v', method: 'GET', uri: '/dir/index.html', body: BODY },
  ...{ qop: 'auth', cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ', nonceCount: 1 },
};

/** RFC 2617 section 3.5. */
const RFC_2617: DigestInput = {
  ...{
    algorithm: 'MD5',
    isSession: false,
    username: 'Mufasa',
    password: 'Circle Of Life',
    realm: 'testrealm@host.com',
  },
  ...{ nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093', method: 'GET', uri: '/dir/index.html', body: BODY },
  ...{ qop: 'auth', cnonce: '0a4f113b', nonceCount: 1 },
};

/** RFC 7616 section 3.9.2, with the value of erratum 4897: the RFC's own was made with another hash. */
const RFC_7616_UTF8: DigestInput = {
  ...{ algorithm: 'SHA-512-256', isSession: false, username: 'Jäsøn Doe', password: 'Secret, or not?' },
  ...{ realm: 'api@example.org', nonce: '5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK', method: 'GET' },
  ...{
    uri: '/doe.json',
    body: BODY,
    qop: 'auth',
    cnonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v',
    nonceCount: 1,
  },
};

/** draft-smith-sipping-auth-examples-01, which has every combination for SIP, with one set of values. */
const SIP: DigestInput = {
  ...{ algorithm: 'MD5', isSession: false, username: 'bob', password: 'zanzibar', realm: 'biloxi.com' },
  ...{ nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093', method: 'INVITE', uri: 'sip:bob@biloxi.com', body: BODY },
  ...{ qop: null, cnonce: '0a4f113b', nonceCount: 1 },
};
const SIP_BODY = Buffer.from(
  [
    'v=0',
    'o=bob 2890844526 2890844526 IN IP4 media.biloxi.com',
    's=-',
    'c=IN IP4 media.biloxi.com',
    't=0 0',
    'm=audio 49170 RTP/AVP 0',
    'a=rtpmap:0 PCMU/8000',
    'm=video 51372 RTP/AVP 31',
    'a=rtpmap:31 H261/90000',
    'm=video 53000 RTP/AVP 32',
    'a=rtpmap:32 MPV/90000',
    '',
  ].join('\r\n'),
);

test.each<[string, DigestInput, string]>([
  ['RFC 2617, MD5', RFC_2617, '6629fae49393a05397450978507c4ef1'],
  ['RFC 7616, MD5', { ...RFC_7616, algorithm: 'MD5' }, '8ca523f5e9506fed4657c9700eebdbec'],
  [
    'RFC 7616, SHA-256',
    { ...RFC_7616, algorithm: 'SHA-256' },
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  ],
  ['RFC 7616, SHA-512-256', RFC_7616_UTF8, '3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5'],
  ['SIP without qop', SIP, 'bf57e4e0d0bffc0fbaedce64d59add5e'],
  ['SIP, auth', { ...SIP, qop: 'auth' }, '89eb0059246c02b2f6ee02c7961d5ea3'],
  ['SIP, auth, MD5-sess', { ...SIP, isSession: true, qop: 'auth' }, 'e4e4ea61d186d07a92c9e1f6919902e9'],
  ['SIP, auth-int', { ...SIP, qop: 'auth-int', body: SIP_BODY }, 'bdbeebb2da6adb6bca02599c2239e192'],
  [
    'SIP, auth-int, MD5-sess',
    { ...SIP, isSession: true, qop: 'auth-int', body: SIP_BODY },
    '91984da2d8663716e91554859c22ca70',
  ],
])('the response of %s', (_name, input, response) => {
  expect(digestResponse(input)).toBe(response);
});

test('a nonce count has eight digits', () => {
  expect([1, 255, 0x12345678].map(formatNonceCount)).toEqual(['00000001', '000000ff', '12345678']);
});
