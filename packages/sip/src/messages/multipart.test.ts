import { describe, expect, it } from 'vitest';
import { findPart } from './multipart.ts';

const BODY = Buffer.concat([
  Buffer.from('preamble\r\n--xx\r\nContent-Type: application/isup; version=ansi\r\n\r\n'),
  Buffer.from([0, 255, 13, 10, 1]),
  Buffer.from('\r\n--xx\r\nContent-Length: 5\r\nc: application/SDP\r\n\r\nv=0\r\n\r\n--xx--\r\n'),
]);

describe('multipart body', () => {
  it('gives the part of a type, whatever is beside it', () => {
    expect(findPart(BODY, 'multipart/mixed;boundary=xx', 'application/sdp')?.toString()).toBe('v=0\r\n');
    expect(findPart(BODY, 'multipart/mixed; boundary="xx"', 'application/isup')).toEqual(
      Buffer.from([0, 255, 13, 10, 1]),
    );
  });

  it('gives nothing for a type that is missing, or without a boundary', () => {
    expect(findPart(BODY, 'multipart/mixed;boundary=xx', 'text/plain')).toBeNull();
    expect(findPart(BODY, 'multipart/mixed', 'application/sdp')).toBeNull();
    expect(findPart(Buffer.alloc(0), 'multipart/mixed;boundary=xx', 'application/sdp')).toBeNull();
  });
});
