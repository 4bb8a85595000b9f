import { createCipheriv, createDecipheriv, hash, timingSafeEqual } from 'node:crypto';
import type { SessionKeys } from './key-derivation.ts';
import { parametersOf, type SrtpSuite } from './suite.ts';

const BLOCK_BYTES = 16;
const SHA1_BLOCK_BYTES = 64;
const SHA1_BYTES = 20;
const GCM_TAG_BYTES = 16;

/** Which packet of which source: what makes a key stream unique. */
interface PacketPosition {
  ssrc: number;
  /** RFC 3711 section 3.3.1: how often the sequence number has wrapped. */
  rollover: number;
  sequenceNumber: number;
  /** The word of SRTCP that the tag covers, too (RFC 3711 section 3.4, RFC 7714 section 9). Left out: the packet is RTP. */
  controlWord?: number;
}

/** Encrypts and authenticates single packets, of which `headerBytes` stay readable. */
export interface PacketCipher {
  /** The packet's own memory is not written to. */
  seal(packet: Uint8Array, headerBytes: number, position: PacketPosition): Uint8Array;
  /** Null when the tag is wrong. `packet` includes the tag. */
  open(packet: Uint8Array, headerBytes: number, position: PacketPosition): Uint8Array | null;
}

export function createPacketCipher(
  suite: SrtpSuite,
  keys: SessionKeys,
  tagBytes: number = parametersOf(suite).tagBytes,
): PacketCipher {
  const { cipher } = parametersOf(suite);
  return cipher === 'gcm' ? new GaloisCipher(keys) : new CounterCipher(keys, tagBytes);
}

/** AES in counter mode, and HMAC-SHA1 over what came of it (RFC 3711 sections 4.1.1 and 4.2.1). */
class CounterCipher implements PacketCipher {
  readonly #tagBytes: number;
  readonly #salt = new Uint8Array(BLOCK_BYTES);
  /** Encrypts the counters themselves: one context for all packets costs a tenth of one for each. */
  readonly #blocks: ReturnType<typeof createCipheriv>;
  readonly #hmac: Hmac;
  #counters = Buffer.alloc(0);

  constructor({ encryption, authentication, salt }: SessionKeys, tagBytes: number) {
    this.#tagBytes = tagBytes;
    this.#salt.set(salt);
    this.#blocks = createCipheriv(`aes-${encryption.length * 8}-ecb`, encryption, null).setAutoPadding(false);
    this.#hmac = new Hmac(authentication);
  }

  seal(packet: Uint8Array, headerBytes: number, position: PacketPosition): Uint8Array {
    const sealed = Buffer.allocUnsafe(packet.length + this.#tagBytes);
    sealed.set(packet.subarray(0, headerBytes));
    this.#cipher(packet, sealed, { from: headerBytes, to: packet.length }, position);
    sealed.set(this.#tagOf(sealed.subarray(0, packet.length), position), packet.length);
    return sealed;
  }

  open(packet: Uint8Array, headerBytes: number, position: PacketPosition): Uint8Array | null {
    const length = packet.length - this.#tagBytes;
    const tag = this.#tagOf(packet.subarray(0, length), position);
    if (!timingSafeEqual(tag, packet.subarray(length))) return null;
    const opened = Buffer.allocUnsafe(length);
    opened.set(packet.subarray(0, headerBytes));
    this.#cipher(packet, opened, { from: headerBytes, to: length }, position);
    return opened;
  }

  #tagOf(bytes: Uint8Array, { rollover, controlWord }: PacketPosition): Uint8Array {
    return this.#hmac.digest(bytes, controlWord ?? rollover).subarray(0, this.#tagBytes);
  }

  #cipher(
    source: Uint8Array,
    target: Uint8Array,
    { from, to }: { from: number; to: number },
    at: PacketPosition,
  ): void {
    const keyStream = this.#keyStream(to - from, at);
    for (let i = from; i < to; i++) target[i] = source[i]! ^ keyStream[i - from]!;
  }

  #keyStream(length: number, { ssrc, rollover, sequenceNumber }: PacketPosition): Uint8Array {
    const blocks = Math.ceil(length / BLOCK_BYTES);
    if (this.#counters.length !== blocks * BLOCK_BYTES) this.#counters = Buffer.alloc(blocks * BLOCK_BYTES);
    const counters = this.#counters;
    for (let block = 0; block < blocks; block++) {
      const start = block * BLOCK_BYTES;
      counters.set(this.#salt, start);
      xorUint32(counters, start + 4, ssrc);
      xorUint32(counters, start + 8, rollover);
      xorUint16(counters, start + 12, sequenceNumber);
      xorUint16(counters, start + 14, block);
    }
    return this.#blocks.update(counters);
  }
}

/** AES in Galois/counter mode (RFC 7714 section 8). */
class GaloisCipher implements PacketCipher {
  readonly #key: Uint8Array;
  readonly #salt: Uint8Array;
  readonly #name: 'aes-128-gcm' | 'aes-256-gcm';

  constructor({ encryption, salt }: SessionKeys) {
    this.#key = encryption;
    this.#salt = salt;
    this.#name = encryption.length === 32 ? 'aes-256-gcm' : 'aes-128-gcm';
  }

  seal(packet: Uint8Array, headerBytes: number, position: PacketPosition): Uint8Array {
    const header = packet.subarray(0, headerBytes);
    const cipher = createCipheriv(this.#name, this.#key, this.#nonce(position)).setAAD(associated(header, position));
    const payload = cipher.update(packet.subarray(headerBytes));
    cipher.final();
    return Buffer.concat([header, payload, cipher.getAuthTag()]);
  }

  open(packet: Uint8Array, headerBytes: number, position: PacketPosition): Uint8Array | null {
    const header = packet.subarray(0, headerBytes);
    const end = packet.length - GCM_TAG_BYTES;
    const nonce = this.#nonce(position);
    const decipher = createDecipheriv(this.#name, this.#key, nonce, { authTagLength: GCM_TAG_BYTES });
    decipher.setAAD(associated(header, position));
    decipher.setAuthTag(packet.subarray(end));
    const payload = decipher.update(packet.subarray(headerBytes, end));
    try {
      decipher.final();
    } catch {
      return null;
    }
    return Buffer.concat([header, payload]);
  }

  #nonce({ ssrc, rollover, sequenceNumber }: PacketPosition): Buffer {
    const nonce = Buffer.from(this.#salt);
    xorUint32(nonce, 2, ssrc);
    xorUint32(nonce, 6, rollover);
    xorUint16(nonce, 10, sequenceNumber);
    return nonce;
  }
}

/** What is authenticated and not encrypted (RFC 7714 sections 8.2 and 9.2). */
function associated(header: Uint8Array, { controlWord }: PacketPosition): Uint8Array {
  if (controlWord === undefined) return header;
  const word = Buffer.alloc(4);
  word.writeUInt32BE(controlWord);
  return Buffer.concat([header, word]);
}

/**
 * HMAC-SHA1 (RFC 2104) by single calls, which cost a quarter of a context. A word follows the packet: the rollover counter, or
 * that of SRTCP.
 */
class Hmac {
  readonly #innerPad = new Uint8Array(SHA1_BLOCK_BYTES).fill(0x36);
  readonly #outer = Buffer.alloc(SHA1_BLOCK_BYTES + SHA1_BYTES, 0x5c);
  #inner = Buffer.alloc(0);

  constructor(key: Uint8Array) {
    key.forEach((byte, i) => {
      this.#innerPad[i]! ^= byte;
      this.#outer[i]! ^= byte;
    });
  }

  digest(packet: Uint8Array, word: number): Uint8Array {
    const length = SHA1_BLOCK_BYTES + packet.length + 4;
    if (this.#inner.length !== length) {
      this.#inner = Buffer.alloc(length);
      this.#inner.set(this.#innerPad);
    }
    this.#inner.set(packet, SHA1_BLOCK_BYTES);
    this.#inner.writeUInt32BE(word, length - 4);
    this.#outer.set(hash('sha1', this.#inner, 'buffer'), SHA1_BLOCK_BYTES);
    return hash('sha1', this.#outer, 'buffer');
  }
}

function xorUint16(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset]! ^= value >>> 8;
  bytes[offset + 1]! ^= value & 0xff;
}

function xorUint32(bytes: Uint8Array, offset: number, value: number): void {
  xorUint16(bytes, offset, value >>> 16);
  xorUint16(bytes, offset + 2, value & 0xffff);
}
