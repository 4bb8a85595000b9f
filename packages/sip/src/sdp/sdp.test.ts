import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswer } from './create-answer.ts';
import { createOffer } from './create-offer.ts';
import { readSdp } from './read-sdp.ts';
import { SdpError } from './sdp-error.ts';

const OURS = { address: '192.0.2.1', port: 40_000, sessionId: 42 };

function sdp(...lines: string[]): string {
  return ['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', ...lines, ''].join('\r\n');
}

function problemOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof SdpError) return `${error.problem} ${error.status}`;
    throw error;
  }
  return 'none';
}

describe('an offer', () => {
  it('is what every gateway understands', () => {
    expect(createOffer({ ...OURS, codecs: ['PCMU', 'PCMA'] })).toBe(
      [
        'v=0',
        'o=- 42 1 IN IP4 192.0.2.1',
        's=-',
        'c=IN IP4 192.0.2.1',
        't=0 0',
        'm=audio 40000 RTP/AVP 0 8 101',
        'a=rtpmap:0 PCMU/8000',
        'a=rtpmap:8 PCMA/8000',
        'a=rtpmap:101 telephone-event/8000',
        'a=fmtp:101 0-16',
        'a=ptime:20',
        'a=sendrecv',
        'a=rtcp-mux',
        '',
      ].join('\r\n'),
    );
  });

  it('has wideband codecs in the order that is wanted, and the events of both clocks', () => {
    const lines = createOffer({ ...OURS, codecs: ['OPUS', 'G722', 'PCMU'] }).split('\r\n');
    expect(lines.slice(5, 15)).toEqual([
      'm=audio 40000 RTP/AVP 111 9 0 101 110',
      'a=rtpmap:111 opus/48000/2',
      'a=rtpmap:9 G722/8000',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:101 telephone-event/8000',
      'a=rtpmap:110 telephone-event/48000',
      'a=fmtp:111 maxplaybackrate=16000;sprop-maxcapturerate=16000;useinbandfec=1',
      'a=fmtp:101 0-16',
      'a=fmtp:110 0-16',
      'a=ptime:20',
    ]);
  });

  it('can hold, count its versions, keep a long session id, and use IPv6', () => {
    const offer = createOffer({
      address: '2001:db8::1',
      port: 5,
      sessionId: '18446744073709551615',
      sessionVersion: 3,
      codecs: ['PCMA'],
      direction: 'sendonly',
    });
    expect(offer).toContain('o=- 18446744073709551615 3 IN IP6 2001:db8::1\r\n');
    expect(offer).toContain('c=IN IP6 2001:db8::1\r\n');
    expect(readSdp(offer)).toMatchObject({ address: '2001:db8::1', direction: 'sendonly' });
  });

  it('takes nothing that would break its lines', () => {
    expect(() => createOffer({ ...OURS, address: '1.2.3.4\r\na=x', codecs: ['PCMU'] })).toThrow(RangeError);
    expect(() => createOffer({ ...OURS, sessionId: '1 2', codecs: ['PCMU'] })).toThrow(RangeError);
  });
});

describe('reading', () => {
  it('knows static payload types without rtpmap, and dynamic ones with', () => {
    const media = readSdp(
      sdp(
        'm=audio 40100 RTP/AVP 96 0 18 97',
        'a=rtpmap:96 opus/48000/2',
        'a=rtpmap:97 telephone-event/8000',
        'a=fmtp:97 0-15',
        'a=ptime:30',
        'a=recvonly',
      ),
    );
    expect(media).toMatchObject({
      address: '192.0.2.9',
      port: 40_100,
      codecs: [
        { name: 'OPUS', payloadType: 96, clockRateHz: 48_000 },
        { name: 'PCMU', payloadType: 0, clockRateHz: 8000 },
        { name: 'G729', payloadType: 18, clockRateHz: 8000 },
      ],
      telephoneEvents: [{ payloadType: 97, clockRateHz: 8000 }],
      direction: 'recvonly',
      ptimeMs: 30,
    });
  });

  it.each([
    ['useinbandfec=1', true],
    ['minptime=10; useinbandfec=1; stereo=1', true],
    ['UseInbandFEC = 1', true],
    ['useinbandfec=0', false],
    ['useinbandfec=10', false],
    ['sprop-useinbandfec=1', false],
  ])('finds in "%s" whether the peer recovers lost packets of Opus', (parameters, decodesFec) => {
    const lines = ['a=rtpmap:96 opus/48000/2', 'a=rtpmap:97 opus/48000/2', `a=fmtp:97 ${parameters}`];
    const { codecs } = readSdp(sdp('m=audio 7 RTP/AVP 96 97 0', ...lines, 'a=fmtp:0 useinbandfec=1'));
    expect(codecs.map(({ opusReception }) => opusReception?.decodesFec)).toEqual([undefined, decodesFec, undefined]);
  });

  it.each([
    ['maxaveragebitrate=12000', 12_000],
    ['useinbandfec=1; MaxAverageBitrate = 20000 ;stereo=0', 20_000],
    ['maxaveragebitrate=', null],
    ['maxaveragebitrate=-8000', null],
    ['maxaveragebitrate=16000kbit', null],
    ['maxaveragebitrate=99999999', null],
  ])('finds in "%s" the most bits per second of Opus', (parameters, mostBitsPerSecond) => {
    const { codecs } = readSdp(sdp('m=audio 7 RTP/AVP 97', 'a=rtpmap:97 opus/48000/2', `a=fmtp:97 ${parameters}`));
    expect(codecs[0]?.opusReception?.mostBitsPerSecond).toBe(mostBitsPerSecond);
  });

  it('prefers what is said of the stream over what is said above', () => {
    const media = readSdp(sdp('a=inactive', 'm=audio 1 RTP/AVP 0', 'c=IN IP4 192.0.2.77/127', 'a=sendrecv'));
    expect(media).toMatchObject({
      address: '192.0.2.77',
      direction: 'sendrecv',
      ptimeMs: 20,
      telephoneEvents: [],
    });
    expect(readSdp(sdp('a=inactive', 'm=audio 1 RTP/AVP 0')).direction).toBe('inactive');
  });

  it('takes bare line feeds and trailing spaces', () => {
    expect(readSdp(sdp('m=audio 7 RTP/AVP 8 ').replaceAll('\r\n', '\n')).codecs).toMatchObject([{ name: 'PCMA' }]);
  });

  it.each([
    ['', 'malformed 400'],
    ['hello', 'malformed 400'],
    [sdp(), 'no_audio 488'],
    [sdp('m=audio 0 RTP/AVP 0'), 'no_audio 488'],
    [sdp('m=audio 70000 RTP/AVP 0'), 'no_audio 488'],
    [sdp('m=audio 7 RTP/SAVP 0'), 'no_common_encryption 488'],
    [sdp('m=audio 7 UDP/TLS/RTP/SAVPF 0'), 'no_audio 488'],
    [sdp('m=video 7 RTP/AVP 31'), 'no_audio 488'],
    [sdp('m=audio 7 RTP/AVP 0').replace('c=IN IP4 192.0.2.9\r\n', ''), 'malformed 400'],
    [sdp('m=audio 7 RTP/AVP 0').replace('c=IN IP4 192.0.2.9', 'c=IN IP4 192.0.2.'), 'malformed 400'],
    [sdp('m=audio 7 RTP/AVP 0').replace('c=IN IP4 192.0.2.9', 'c=IN IP4 1.2.3.400'), 'malformed 400'],
    [sdp('m=audio 7 RTP/AVP 0').replace('c=IN IP4 192.0.2.9', 'c=IN IP4 media.example.com'), 'unreachable 488'],
  ])('refuses %j', (text, problem) => {
    expect(problemOf(() => readSdp(text))).toBe(problem);
  });

  it('gives every text a verdict', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        'v=0',
        'c=IN IP4 1.2.3.4',
        'm=audio 5 RTP/AVP 0 8',
        'm=video 0 x',
        'a=rtpmap:0 PCMU/8000',
        'a=ptime:x',
        'a=rtcp:53020 IN IP4 1.2.3.4',
        'a=rtcp-mux',
        'm=audio 5 RTP/SAVP 0',
        'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:AAAA',
      ),
      fc
        .tuple(fc.constantFrom('m=', 'a=rtpmap:', 'c=', 'o=', 'a=ptime:', 'a=rtcp:'), fc.string())
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = ['v=0', ...lines].join('\r\n');
        expect(['none', 'malformed 400', 'no_audio 488', 'no_common_encryption 488', 'unreachable 488']).toContain(
          problemOf(() => readSdp(text)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['image attributes', `a=imageattr:97 send ${'[x] '.repeat(15_000)}`],
    ['long lines', `m=audio ${'7'.repeat(60_000)} RTP/AVP 0`],
    ['many payloads', `m=audio 7 RTP/AVP${' 0'.repeat(30_000)}`],
    ['many streams', 'm=audio 0 RTP/AVP 0\r\n'.repeat(3000)],
    ['rtpmaps', 'm=audio 7 RTP/AVP 0\r\n'.concat('a=rtpmap:0 x/8000\r\n'.repeat(3000))],
  ])('60 kB of %s take linear time', (_name, lines) => {
    const startedAt = performance.now();
    problemOf(() => readSdp(sdp(lines)));
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

describe('an answer', () => {
  const options = { ...OURS, codecs: ['PCMU', 'PCMA'] as const };

  it("chooses the offer's first codec that we have, and keeps its payload types", () => {
    const offer = readSdp(
      sdp('m=audio 40100 RTP/AVPF 18 107 0 99', 'a=rtpmap:107 pcma/8000', 'a=rtpmap:99 telephone-event/8000'),
    );
    const answer = createAnswer(offer, options);
    expect(answer).toMatchObject({
      codec: { name: 'PCMA', payloadType: 107, clockRateHz: 8000 },
      telephoneEvents: { payloadType: 99, clockRateHz: 8000 },
      direction: 'sendrecv',
    });
    expect(answer.sdp).toContain('m=audio 40000 RTP/AVPF 107 99\r\na=rtpmap:107 PCMA/8000\r\n');
    expect(readSdp(answer.sdp)).toMatchObject({
      port: 40_000,
      codecs: [{ payloadType: 107 }],
      telephoneEvents: [{ payloadType: 99, clockRateHz: 8000 }],
    });
  });

  it('offers no telephone events to a peer that has none', () => {
    const { sdp: text } = createAnswer(
      readSdp(sdp('m=audio 7 RTP/AVP 0 100', 'a=rtpmap:100 telephone-event/16000')),
      options,
    );
    expect(text).not.toContain('telephone-event');
  });

  it.each([
    ['both', ['a=rtpmap:97 telephone-event/8000', 'a=rtpmap:98 telephone-event/48000'], 98, 48_000],
    ['8 kHz alone', ['a=rtpmap:97 telephone-event/8000'], 97, 8000],
  ])('takes Opus under the type of the offer, and of %s the right events', (_, events, payloadType, clockRateHz) => {
    const offer = readSdp(sdp('m=audio 7 RTP/AVP 96 9 97 98', 'a=rtpmap:96 opus/48000/2', ...events));
    const answer = createAnswer(offer, { ...OURS, codecs: ['PCMU', 'G722', 'OPUS'] });
    expect(answer).toMatchObject({
      codec: { name: 'OPUS', payloadType: 96, clockRateHz: 48_000 },
      telephoneEvents: { payloadType, clockRateHz },
    });
    expect(answer.sdp).toContain(`m=audio 40000 RTP/AVP 96 ${payloadType}\r\na=rtpmap:96 opus/48000/2\r\n`);
  });

  it('takes neither Opus nor G.722 by a clock that they do not have', () => {
    const offer = readSdp(sdp('m=audio 7 RTP/AVP 96 9 0', 'a=rtpmap:96 opus/16000', 'a=rtpmap:9 G722/16000'));
    expect(createAnswer(offer, { ...OURS, codecs: ['OPUS', 'G722', 'PCMU'] }).codec.name).toBe('PCMU');
  });

  it('has no answer to fax alone (T.38)', () => {
    expect(() => createAnswer(readSdp(sdp('m=image 9 udptl t38')), options)).toThrow(SdpError);
  });

  it('refuses all other streams, in their places', () => {
    const offer = readSdp(
      sdp('m=video 5 RTP/AVP 31 34', 'm=audio 7 RTP/SAVP 0', 'm=audio 7 RTP/AVP 0', 'm=image 9 udptl t38'),
    );
    const lines = createAnswer(offer, options).sdp.split('\r\n');
    expect(lines.filter((line) => line.startsWith('m='))).toEqual([
      'm=video 0 RTP/AVP 31 34',
      'm=audio 0 RTP/SAVP 0',
      'm=audio 40000 RTP/AVP 0',
      'm=image 0 udptl t38',
    ]);
  });

  it.each([
    ['a=sendonly', 'recvonly'],
    ['a=recvonly', 'sendonly'],
    ['a=inactive', 'inactive'],
    ['a=sendrecv', 'sendrecv'],
    ['c=IN IP4 0.0.0.0', 'recvonly'],
    ['c=IN IP4 0.0.0.0\r\na=inactive', 'inactive'],
  ])('to %j is %s', (line, direction) => {
    const answer = createAnswer(readSdp(sdp('m=audio 7 RTP/AVP 0', line)), options);
    expect(answer.direction).toBe(direction);
    expect(readSdp(answer.sdp).direction).toBe(direction);
  });

  it('is impossible to the other family of addresses', () => {
    const offer = readSdp(sdp('m=audio 7 RTP/AVP 0').replace('c=IN IP4 192.0.2.9', 'c=IN IP6 2001:db8::9'));
    expect(problemOf(() => createAnswer(offer, options))).toBe('unreachable 488');
    expect(createAnswer(offer, { ...options, address: '2001:db8::1' }).sdp).toContain('c=IN IP6 2001:db8::1');
  });

  it('is impossible without a common codec', () => {
    const offer = readSdp(sdp('m=audio 7 RTP/AVP 18 0', 'a=rtpmap:0 PCMU/16000'));
    expect(problemOf(() => createAnswer(offer, options))).toBe('no_common_codec 488');
    expect(problemOf(() => createAnswer(readSdp(sdp('m=audio 7 RTP/AVP 8')), { ...options, codecs: ['PCMU'] }))).toBe(
      'no_common_codec 488',
    );
  });
});
