import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeRtp } from '../packet.ts';
import { packetOf } from '../testing/packets.ts';
import { deriveSessionKeys } from './key-derivation.ts';
import { createPacketCipher } from './packet-cipher.ts';
import { SrtpReceiver } from './srtp-receiver.ts';
import { SrtpSender } from './srtp-sender.ts';
import { masterKeyBytes, parametersOf, SRTP_SUITES, type SrtpSuite } from './suite.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const master = (suite: SrtpSuite, byte = 7) => new Uint8Array(masterKeyBytes(suite)).map((_, i) => byte * (i + 1));
const rtp = (sequenceNumber: number, options: Parameters<typeof packetOf>[0] = {}) =>
  writeRtp(
    packetOf({ sequenceNumber: sequenceNumber & 0xffff, ssrc: 77, payload: new Uint8Array(160).fill(9), ...options }),
  );

describe('the published vectors', () => {
  it('of key derivation, RFC 3711 appendix B.3', () => {
    const key = hex('E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6');
    const keys = deriveSessionKeys('AES_CM_128_HMAC_SHA1_80', key);
    expect(Buffer.from(keys.encryption)).toEqual(hex('C61E7A93744F39EE10734AFE3FF7A087'));
    expect(Buffer.from(keys.salt)).toEqual(hex('30CBBC08863D8C85D49DB34A9AE1'));
    expect(Buffer.from(keys.authentication)).toEqual(hex('CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4'));
  });

  it('of the key stream of AES-CM, RFC 3711 appendix B.2', () => {
    const keys = {
      encryption: hex('2B7E151628AED2A6ABF7158809CF4F3C'),
      salt: hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'),
      authentication: new Uint8Array(20),
    };
    const cipher = createPacketCipher('AES_CM_128_HMAC_SHA1_80', keys);
    const sealed = cipher.seal(new Uint8Array(48), 0, { ssrc: 0, rollover: 0, sequenceNumber: 0 });
    expect(Buffer.from(sealed.subarray(0, 48))).toEqual(
      hex('E03EAD0935C95E80E166B16DD92B4EB4 D23513162B02D0F72A43A2FE4A5F97AB 41E95B3BB0A2E8DD477901E4FCA894C0'),
    );
  });

  it('of AEAD_AES_128_GCM, RFC 7714 section 16.1.1', () => {
    const keys = {
      encryption: hex('000102030405060708090a0b0c0d0e0f'),
      salt: hex('517569642070726f2071756f'),
      authentication: new Uint8Array(0),
    };
    const header = hex('8040f17b 8041f8d3 5501a0b2');
    const packet = Buffer.concat([header, Buffer.from('Gallia est omnis divisa in partes tres')]);
    const position = { ssrc: 0x5501a0b2, rollover: 0, sequenceNumber: 0xf17b };
    expect(createPacketCipher('AEAD_AES_128_GCM', keys).seal(packet, 12, position)).toEqual(
      Buffer.concat([
        header,
        hex(
          'f24de3a3fb34de6cacba861c9d7e4bcabe633bd50d294e6f42a5f47a51c7d19b36de3adf8833899d7f27beb16a9152cf765ee4390cce',
        ),
      ]),
    );
  });
});

describe.each(SRTP_SUITES)('%s', (suite) => {
  const { tagBytes } = parametersOf(suite);
  const pair = () => ({
    sender: new SrtpSender(suite, master(suite)),
    receiver: new SrtpReceiver(suite, master(suite)),
  });

  it('opens whatever it has sealed: any payload, contributing sources, extension, padding', () => {
    fc.assert(
      fc.property(
        fc.record({
          sequenceNumber: fc.nat(0xffff),
          timestamp: fc.nat(),
          ssrc: fc.nat(),
          payload: fc.uint8Array({ maxLength: 700 }),
          csrcs: fc.array(fc.nat(), { maxLength: 15 }),
          extension: fc.option(fc.record({ profile: fc.nat(0xffff), data: fc.constant(new Uint8Array(8)) })),
        }),
        (fields) => {
          const { sender, receiver } = pair();
          const packet = writeRtp(packetOf(fields));
          const sealed = sender.seal(packet);
          expect(sealed.length).toBe(packet.length + tagBytes);
          expect(Buffer.from(receiver.open(sealed) as Uint8Array).equals(packet)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('takes no packet of which a bit was changed, and is not confused by it', () => {
    const { sender, receiver } = pair();
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 7 }), fc.nat(0xffff), (at, bit, sequenceNumber) => {
        const sealed = Uint8Array.from(new SrtpSender(suite, master(suite)).seal(rtp(sequenceNumber)));
        sealed[at % sealed.length]! ^= 1 << bit;
        expect(['forged', 'malformed', 'replayed']).toContain(receiver.open(sealed));
      }),
      { numRuns: 100 },
    );
    expect(receiver.open(sender.seal(rtp(5)))).toBeInstanceOf(Uint8Array);
  });

  it('takes no packet twice, nor one that is too old to tell', () => {
    const { sender, receiver } = pair();
    const sealed = Array.from({ length: 400 }, (_, i) => sender.seal(rtp(i)));
    expect(receiver.open(sealed[0]!)).toBeInstanceOf(Uint8Array);
    expect(receiver.open(sealed[0]!)).toBe('replayed');
    expect(receiver.open(sealed[399]!)).toBeInstanceOf(Uint8Array);
    expect(receiver.open(sealed[399 - 64]!)).toBeInstanceOf(Uint8Array);
    expect(receiver.open(sealed[399 - 64]!)).toBe('replayed');
    expect(receiver.open(sealed[1]!)).toBe('replayed');
  });

  it('counts on over the wrap of sequence numbers, in any order around it', () => {
    const { sender, receiver } = pair();
    // Some of every 4096, and all that are near the wrap.
    const indexes = Array.from({ length: 3 * 65_536 }, (_, i) => i).filter((i) => i % 4096 < 4 || i % 65_536 >= 65_500);
    const sealed = indexes.map((index) => sender.seal(rtp(index)));
    for (let i = 0; i + 1 < sealed.length; i += 2) {
      expect(receiver.open(sealed[i + 1]!)).toBeInstanceOf(Uint8Array);
      expect(receiver.open(sealed[i]!)).toBeInstanceOf(Uint8Array);
    }
  });

  it('is not opened with another key', () => {
    const { sender } = pair();
    expect(new SrtpReceiver(suite, master(suite, 8)).open(sender.seal(rtp(1)))).toBe('forged');
  });
});

it('SrtpReceiver gives every datagram a verdict', () => {
  const receiver = new SrtpReceiver('AES_CM_128_HMAC_SHA1_80', master('AES_CM_128_HMAC_SHA1_80'));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (datagram) => {
      if (datagram.length > 0) datagram[0] = 0x80 | (datagram[0]! & 0x3f);
      expect(['malformed', 'forged']).toContain(receiver.open(datagram));
    }),
  );
});
