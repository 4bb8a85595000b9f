import { describe, expect, it } from 'vitest';
import { MediaNegotiation } from './media-negotiation.ts';
import { SdpError } from './sdp-error.ts';
import type { SrtpPolicy } from './srtp-policy.ts';

const OPTIONS = { address: '192.0.2.1', port: 40_000, codecs: ['PCMU', 'PCMA'] } as const;

function sdp(...lines: string[]): string {
  return ['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', ...lines, ''].join('\r\n');
}

describe('MediaNegotiation', () => {
  it('agrees with itself', () => {
    const [caller, callee] = [new MediaNegotiation(OPTIONS), new MediaNegotiation({ ...OPTIONS, port: 41_000 })];
    const { sdp: answer, media } = callee.answerTo(caller.offer());
    const agreed = {
      codec: 'PCMU',
      payloadType: 0,
      alternatives: [],
      telephoneEventPayloadType: 101,
      telephoneEventClockRateHz: 8000,
      ptimeMs: 20,
      crypto: null,
      rtcp: { mux: true },
    };
    expect(media).toEqual({
      ...agreed,
      remote: { address: '192.0.2.1', port: 40_000 },
      networks: [],
      direction: 'sendrecv',
    });
    expect(caller.answeredBy(answer)).toEqual({ ...media, remote: { address: '192.0.2.1', port: 41_000 } });
  });

  it('sends under the types of an answer, and hears those of its offer as well', () => {
    const negotiation = new MediaNegotiation({ ...OPTIONS, codecs: ['PCMU', 'OPUS'] });
    negotiation.offer();
    const answer = sdp('m=audio 7 RTP/AVP 96 0 97', 'a=rtpmap:96 opus/48000/2', 'a=rtpmap:97 telephone-event/48000');
    expect(negotiation.answeredBy(answer)).toMatchObject({
      codec: 'OPUS',
      payloadType: 96,
      alternatives: [
        { codec: 'PCMU', payloadType: 0 },
        { codec: 'OPUS', payloadType: 111 },
      ],
      telephoneEventPayloadType: 97,
      telephoneEventClockRateHz: 48_000,
      telephoneEventAlternatives: [110],
    });
  });

  it.each([
    ['says nothing', [], undefined],
    ['decodes redundancy', ['a=fmtp:96 useinbandfec=1'], { decodesFec: true, mostBitsPerSecond: null }],
    ['has little room', ['a=fmtp:96 maxaveragebitrate=12000'], { decodesFec: false, mostBitsPerSecond: 12_000 }],
  ])('sends Opus as the peer hears it, which %s', (_, parameters, opusReception) => {
    const description = sdp('m=audio 7 RTP/AVP 96', 'a=rtpmap:96 opus/48000/2', ...parameters);
    const answering = new MediaNegotiation({ ...OPTIONS, codecs: ['OPUS'] });
    const offering = new MediaNegotiation({ ...OPTIONS, codecs: ['OPUS'] });
    offering.offer();
    const { sdp: answer, media } = answering.answerTo(description);
    expect([media.opusReception, offering.answeredBy(description).opusReception]).toEqual([
      opusReception,
      opusReception,
    ]);
    expect(answer).toContain('useinbandfec=1');
  });

  it('is plain data that a thread can be sent', () => {
    const { media } = new MediaNegotiation(OPTIONS).answerTo(sdp('m=audio 7 RTP/AVP 0'));
    expect(structuredClone(media)).toEqual(media);
  });

  it('keeps its session id, and counts its descriptions', () => {
    const negotiation = new MediaNegotiation(OPTIONS);
    const offer = sdp('m=audio 7 RTP/AVP 0');
    const origins = [negotiation.offer(), negotiation.answerTo(offer).sdp].map((text) =>
      /^o=- (\d+) (\d+) /m.exec(text),
    );
    expect(origins.map((match) => match?.[2])).toEqual(['1', '2']);
    expect(origins[0]?.[1]).toBe(origins[1]?.[1]);
  });

  it.each([
    ['none', [], 20],
    ['the shortest', ['a=ptime:10'], 10],
    ['30', ['a=ptime:30'], 30],
    ['one that packets of 10 ms do not make up', ['a=ptime:25'], 20],
    ['one that is too short', ['a=ptime:5'], 10],
    ['one that is too long', ['a=ptime:120'], 60],
    ['nonsense', ['a=ptime:x'], 20],
    ['a limit below it', ['a=ptime:40', 'a=maxptime:20'], 20],
    ['a limit alone', ['a=maxptime:10'], 10],
    ['a limit far above', ['a=maxptime:150'], 20],
  ])('sends packets as long as the peer wants them: %s', (_name, lines, ptimeMs) => {
    const { media } = new MediaNegotiation(OPTIONS).answerTo(sdp('m=audio 7 RTP/AVP 0', ...lines));
    expect(media.ptimeMs).toBe(ptimeMs);
  });
});

describe('MediaNegotiation of RTCP', () => {
  const theirs = { mux: false, remote: { address: '192.0.2.9', port: 41_001 } };
  const at = (address: string, port: number) => ({ mux: false, remote: { address, port } });

  it.each([
    ['nothing', [], theirs],
    ['a port', ['a=rtcp:53020'], at('192.0.2.9', 53_020)],
    ['a port and an address', ['a=rtcp:53020 IN IP4 192.0.2.77'], at('192.0.2.77', 53_020)],
    ['a name', ['a=rtcp:53020 IN IP4 media.example.com'], at('192.0.2.9', 53_020)],
    ['an address of the other family', ['a=rtcp:53020 IN IP6 2001:db8::1'], at('192.0.2.9', 53_020)],
    ['port 0', ['a=rtcp:0'], theirs],
    ['a port that is none', ['a=rtcp:70000'], theirs],
    ['nonsense', ['a=rtcp:x'], theirs],
    ['that it goes with RTP', ['a=rtcp-mux'], { mux: true }],
    ['both', ['a=rtcp:53020', 'a=rtcp-mux'], { mux: true }],
    ['what only looks like it', ['a=rtcp-muxx'], theirs],
  ])('the peer says %s', (_name, lines, rtcp) => {
    const text = sdp('m=audio 41000 RTP/AVP 0', ...lines);
    const { sdp: answer, media } = new MediaNegotiation(OPTIONS).answerTo(text);
    expect(media.rtcp).toEqual(rtcp);
    expect(answer.includes('a=rtcp-mux\r\n')).toBe(rtcp.mux);
    expect(new MediaNegotiation(OPTIONS).answeredBy(text).rtcp).toEqual(rtcp);
  });

  it('is offered with RTP', () => {
    expect(new MediaNegotiation(OPTIONS).offer()).toContain('a=rtcp-mux\r\n');
  });

  it.each([true, false])('of reduced size is agreed upon where it is offered: %s', (isOffered) => {
    const text = sdp('m=audio 41000 RTP/AVPF 0', ...(isOffered ? ['a=rtcp-rsize'] : []));
    const { sdp: answer } = new MediaNegotiation(OPTIONS).answerTo(text);
    expect(answer.includes('a=rtcp-rsize\r\n')).toBe(isOffered);
    expect(new MediaNegotiation(OPTIONS).offer()).not.toContain('a=rtcp-rsize');
  });
});

describe('MediaNegotiation with SRTP', () => {
  const side = (srtp: SrtpPolicy) => new MediaNegotiation({ ...OPTIONS, srtp });
  const master = Buffer.alloc(30, 5).toString('base64');
  const crypto = (rest: string) => `a=crypto:${rest}`;
  const problemOf = (run: () => unknown) => {
    try {
      run();
      return 'none';
    } catch (error) {
      return error instanceof SdpError ? `${error.problem} ${error.status}` : String(error);
    }
  };

  it.each([
    ['off', 'off', 'plain'],
    ['off', 'preferred', 'plain'],
    ['off', 'required', 'refused'],
    ['preferred', 'off', 'plain'],
    ['preferred', 'preferred', 'encrypted'],
    ['preferred', 'required', 'encrypted'],
    ['required', 'off', 'refused'],
    ['required', 'preferred', 'encrypted'],
    ['required', 'required', 'encrypted'],
  ] as const)('%s meets %s: %s', (caller, callee, outcome) => {
    const [ours, theirs] = [side(caller), side(callee)];
    const offer = ours.offer();
    if (outcome === 'refused') {
      expect(problemOf(() => theirs.answerTo(offer))).toBe('no_common_encryption 488');
      return;
    }
    const { sdp: answer, media } = theirs.answerTo(offer);
    const back = ours.answeredBy(answer);
    if (outcome === 'plain') {
      expect([media.crypto, back.crypto]).toEqual([null, null]);
      expect(answer).not.toContain('crypto');
      return;
    }
    expect(media.crypto).toMatchObject({ suite: 'AES_CM_128_HMAC_SHA1_80' });
    expect(back.crypto).toEqual({
      suite: media.crypto!.suite,
      send: media.crypto!.receive,
      receive: media.crypto!.send,
    });
    expect(back.crypto!.send).not.toEqual(back.crypto!.receive);
    expect(structuredClone(media)).toEqual(media);
  });

  it('offers keys in the profile of plain RTP where they are preferred, and in the secure one where they are required', () => {
    expect(side('preferred').offer()).toContain('m=audio 40000 RTP/AVP 0 8 101');
    expect(side('required').offer()).toContain('m=audio 40000 RTP/SAVP 0 8 101');
    expect(
      side('required')
        .offer()
        .match(/^a=crypto:\d [A-Z0-9_]+ inline:\S+\r$/gm),
    ).toHaveLength(4);
  });

  it('keeps its keys from offer to offer, and no two calls have the same', () => {
    const keysOf = (text: string) => text.match(/^a=crypto:.*$/gm);
    const negotiation = side('required');
    expect(keysOf(negotiation.offer())).toEqual(keysOf(negotiation.offer()));
    expect(keysOf(side('required').offer())).not.toEqual(keysOf(side('required').offer()));
  });

  it.each([
    [`7 AES_CM_128_HMAC_SHA1_80 inline:${master}`, 7],
    [`7 AES_CM_128_HMAC_SHA1_80 inline:${master}|2^20`, 7],
    [`7 AES_CM_128_HMAC_SHA1_80 inline:${master}|1048576 WSH=64`, 7],
    [`7 AES_CM_128_HMAC_SHA1_32 inline:${master}`, 7],
    [`7 AES_CM_128_HMAC_SHA1_80 inline:${master}|2^20|1:4`, null],
    [`7 AES_CM_128_HMAC_SHA1_80 inline:${master};inline:${master}`, null],
    [`7 AES_CM_128_HMAC_SHA1_80 inline:${master} UNENCRYPTED_SRTP`, null],
    [`7 AES_CM_128_HMAC_SHA1_80 inline:${master} WSH=64 KDR=1`, null],
    ['7 AES_CM_128_HMAC_SHA1_80 inline:AAAA', null],
    [`7 F8_128_HMAC_SHA1_80 inline:${master}`, null],
    ['nonsense', null],
  ])('takes of the offer %s the key with the tag %s', (offered, tag) => {
    const offer = sdp('m=audio 7 RTP/SAVP 0', crypto(offered));
    if (tag === null) {
      expect(problemOf(() => side('preferred').answerTo(offer))).toBe('no_common_encryption 488');
      // The next one is taken, under its own tag.
      const next = crypto(`9 AES_CM_128_HMAC_SHA1_80 inline:${master}`);
      expect(side('preferred').answerTo(sdp('m=audio 7 RTP/SAVP 0', crypto(offered), next)).sdp).toContain(
        'a=crypto:9 ',
      );
    } else {
      const { sdp: answer, media } = side('preferred').answerTo(offer);
      expect(answer).toContain(`a=crypto:${tag} ${media.crypto!.suite} inline:`);
      expect(Buffer.from(media.crypto!.receive).toString('base64')).toBe(master);
    }
  });

  it('chooses between a plain and an encrypted stream, and refuses the other one', () => {
    const key = crypto(`1 AES_CM_128_HMAC_SHA1_80 inline:${master}`);
    const offer = sdp('m=audio 7 RTP/AVP 0', 'm=audio 9 RTP/SAVP 0', key);
    const portsOf = (srtp: SrtpPolicy) =>
      side(srtp)
        .answerTo(offer)
        .sdp.match(/^m=audio (\d+)/gm);
    expect(portsOf('off')).toEqual(['m=audio 40000', 'm=audio 0']);
    expect(portsOf('preferred')).toEqual(['m=audio 0', 'm=audio 40000']);
    expect(portsOf('required')).toEqual(['m=audio 0', 'm=audio 40000']);
  });

  it('refuses an answer with a key that was not offered, and a plain one where keys are required', () => {
    const key = crypto(`9 AES_CM_128_HMAC_SHA1_80 inline:${master}`);
    for (const srtp of ['preferred', 'required'] as const)
      expect(problemOf(() => side(srtp).answeredBy(sdp('m=audio 7 RTP/SAVP 0', key)))).toBe('no_common_encryption 488');
    expect(problemOf(() => side('required').answeredBy(sdp('m=audio 7 RTP/AVP 0')))).toBe('no_common_encryption 488');
    expect(side('preferred').answeredBy(sdp('m=audio 7 RTP/AVP 0')).crypto).toBeNull();
  });
});
