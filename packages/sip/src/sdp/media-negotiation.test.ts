import { describe, expect, it } from 'vitest';
import { MediaNegotiation } from './media-negotiation.ts';

const OPTIONS = { address: '192.0.2.1', port: 40_000, codecs: ['PCMU', 'PCMA'] } as const;

function sdp(...lines: string[]): string {
  return ['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', ...lines, ''].join('\r\n');
}

describe('MediaNegotiation', () => {
  it('agrees with itself', () => {
    const [caller, callee] = [new MediaNegotiation(OPTIONS), new MediaNegotiation({ ...OPTIONS, port: 41_000 })];
    const { sdp: answer, media } = callee.answerTo(caller.offer());
    const agreed = { codec: 'PCMU', payloadType: 0, alternatives: [], telephoneEventPayloadType: 101, ptimeMs: 20 };
    expect(media).toEqual({
      ...agreed,
      remote: { address: '192.0.2.1', port: 40_000 },
      networks: [],
      direction: 'sendrecv',
    });
    expect(caller.answeredBy(answer)).toEqual({ ...media, remote: { address: '192.0.2.1', port: 41_000 } });
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
