import { type CSeq, parseCSeq } from './cseq.ts';
import { headerName } from './header-names.ts';
import type { SipHeaders } from './headers.ts';
import { mediaType } from './media-type.ts';
import { findPart } from './multipart.ts';
import { type NameAddress, parseNameAddress } from './name-address.ts';
import { parseVia, type Via } from './via.ts';

/** A message, or a value given for one, breaks the grammar of RFC 3261. */
export class SipSyntaxError extends Error {
  override readonly name = 'SipSyntaxError';
}

/** A header and what it was read as. */
interface ReadHeader<T> {
  readonly value: string;
  readonly parsed: T;
}

abstract class Message {
  readonly headers: SipHeaders;
  readonly body: Buffer;
  // The same few headers are asked for again and again: each is parsed once, and anew when it was replaced.
  #topVia: ReadHeader<Via> | null = null;
  #from: ReadHeader<NameAddress> | null = null;
  #to: ReadHeader<NameAddress> | null = null;
  #cseq: ReadHeader<CSeq> | null = null;
  #contact: ReadHeader<NameAddress | null> | null = null;

  constructor(headers: SipHeaders, body: Buffer) {
    this.headers = headers;
    this.body = body;
  }

  /** This and the following read a mandatory header, and throw SipSyntaxError when it is missing or malformed: never on a parsed message. */
  get topVia(): Via {
    this.#topVia = this.#mandatory('via', this.#topVia, parseVia);
    return this.#topVia.parsed;
  }

  get from(): NameAddress {
    this.#from = this.#mandatory('from', this.#from, parseNameAddress);
    return this.#from.parsed;
  }

  get to(): NameAddress {
    this.#to = this.#mandatory('to', this.#to, parseNameAddress);
    return this.#to.parsed;
  }

  get cseq(): CSeq {
    this.#cseq = this.#mandatory('cseq', this.#cseq, parseCSeq);
    return this.#cseq.parsed;
  }

  get callId(): string {
    const value = this.headers.get('call-id');
    if (!value) throw this.#lack('call-id', value);
    return value;
  }

  get fromTag(): string | null {
    return this.from.params.get('tag') ?? null;
  }

  get toTag(): string | null {
    return this.to.params.get('tag') ?? null;
  }

  /** Null when there is none, when it is `*`, and when it is malformed. */
  get contact(): NameAddress | null {
    const value = this.headers.get('contact');
    if (value === null) return null;
    if (this.#contact?.value !== value) this.#contact = { value, parsed: parseNameAddress(value) };
    return this.#contact.parsed;
  }

  /** `application/sdp`: lower case, without parameters; null without a body. */
  get contentType(): string | null {
    if (this.body.length === 0) return null;
    return mediaType(this.headers.get('content-type') ?? '').type;
  }

  /** Compressed, for instance (RFC 3261 section 20.12). */
  get isBodyEncoded(): boolean {
    return (this.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';
  }

  /** Whether the body is to be ignored where it is not understood: RFC 3261 section 20.11. Unless that is said, it is not. */
  get isBodyOptional(): boolean {
    const { params } = mediaType(this.headers.get('content-disposition') ?? '');
    return params.get('handling')?.toLowerCase() === 'optional';
  }

  #mandatory<T>(key: string, known: ReadHeader<T> | null, parse: (value: string) => T | null): ReadHeader<T> {
    const value = this.headers.get(key);
    if (value === null) throw this.#lack(key, value);
    if (known?.value === value) return known;
    const parsed = parse(value);
    if (parsed === null) throw this.#lack(key, value);
    return { value, parsed };
  }

  #lack(key: string, value: string | null): SipSyntaxError {
    return new SipSyntaxError(`${value === null ? 'Missing' : 'Malformed'} ${headerName(key)}`);
  }
}

export class SipRequest extends Message {
  readonly kind = 'request';
  readonly method: string;
  readonly uri: string;

  constructor(method: string, uri: string, headers: SipHeaders, body: Buffer = Buffer.alloc(0)) {
    super(headers, body);
    this.method = method;
    this.uri = uri;
  }
}

export class SipResponse extends Message {
  readonly kind = 'response';
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, headers: SipHeaders, body: Buffer = Buffer.alloc(0)) {
    super(headers, body);
    this.status = status;
    this.reason = reason;
  }
}

export type SipMessage = SipRequest | SipResponse;

export const SDP_TYPE = 'application/sdp';

/** The SDP in the body of a message, or null. Gateways put it into a multipart body beside ISUP or a location (RFC 5621). */
export function sdpOf(message: SipMessage): string | null {
  if (message.isBodyEncoded) return null;
  if (message.contentType === SDP_TYPE) return message.body.toString('utf8');
  if (!message.contentType?.startsWith('multipart/')) return null;
  return findPart(message.body, message.headers.get('content-type') ?? '', SDP_TYPE)?.toString('utf8') ?? null;
}
