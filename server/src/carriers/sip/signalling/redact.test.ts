import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test.each([
  [
    'Authorization: Digest username="u", realm="r", nonce="n", uri="sip:x", response="0123456789abcdef0123456789abcdef", qop=auth',
    'Authorization: Digest username="u", realm="r", nonce="n", uri="sip:x", response="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", qop=auth',
  ],
  ['proxy-authorization : digest response=abc,nonce="n"', 'proxy-authorization : digest response=xxx,nonce="n"'],
  ['Authorization: Digest nonce="n",\r\n response="abc"', 'Authorization: Digest nonce="n",\r\n response="xxx"'],
  ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic xxxxxxxxxxxx'],
  ['Authorization: Bearer a\r\n b', 'Authorization: Bearer xxxxx'],
  [
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz|2^20|1:4;inline:QUJD',
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|2^20|1:4;inline:xxxx',
  ],
  ['a=key-mgmt:mikey AQAFgM', 'a=key-mgmt:mikey xxxxxx'],
  ['k=base64:c2VjcmV0', 'k=base64:xxxxxxxx'],
  ['WWW-Authenticate: Digest realm="r", nonce="n"', 'WWW-Authenticate: Digest realm="r", nonce="n"'],
])('%j becomes %j', (line, expected) => {
  const whole = (text: string) =>
    `INVITE sip:x SIP/2.0\r\nFrom: <sip:+12025550101@x>\r\n${text}\r\nTo: <sip:y>\r\n\r\n`;
  expect(redact(whole(line))).toBe(whole(expected));
});

test.each([
  ['Content-Type: application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n', 'Signal=x\r\nDuration=160\r\n'],
  ['c: application/dtmf-relay;version=1', 'duration = 160\r\nsignal = 11', 'duration = 160\r\nsignal = xx'],
  ['Content-Type: application/dtmf', '5\r\n', 'x\r\n'],
  ['content-type : Application/DTMF', '#', 'x'],
  ['Content-Type: application/sdp', 'v=0\r\ns=5', 'v=0\r\ns=5'],
])('the digit of an INFO with %j is not kept', (type, body, expected) => {
  const whole = (text: string) => `INFO sip:x SIP/2.0\r\n${type}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  expect(redact(whole(body))).toBe(whole(expected));
});
