import { randomBytes } from 'node:crypto';

/** INVITEs as a flood sends them: each of a call of its own, with an offer, and padded with SDP to the given size. */
export class FloodInvites {
  readonly #to: string;
  readonly #padding: Buffer;
  readonly #run = randomBytes(4).toString('hex');
  #next = 0;

  constructor(to: string, bytes: number) {
    this.#to = to;
    const line = 'a=x-padding:00000000000000000000000000000000000000000000\r\n';
    const missing = Math.max(0, bytes - this.#head('127.0.0.1', 5060, 0).length);
    this.#padding = Buffer.from(line.repeat(Math.ceil(missing / line.length)).slice(0, missing), 'latin1');
  }

  /** Start line and headers, and the body's rest: the parts of one datagram. */
  next(host: string, port: number): [head: Buffer, padding: Buffer] {
    this.#next += 1;
    return [this.#head(host, port, this.#next), this.#padding];
  }

  static isAnsweredBy(datagram: Buffer): boolean {
    return datagram.includes('Call-ID: flood-');
  }

  #head(host: string, port: number, index: number): Buffer {
    const name = `${this.#run}${String(index).padStart(8, '0')}`;
    const sdp = [
      'v=0',
      `o=- 1 1 IN IP4 ${host}`,
      's=-',
      `c=IN IP4 ${host}`,
      't=0 0',
      'm=audio 40000 RTP/AVP 0 101',
      'a=rtpmap:101 telephone-event/8000',
      '',
    ].join('\r\n');
    const head = [
      `INVITE sip:${this.#to}@127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/UDP ${host}:${port};branch=z9hG4bK${name}`,
      'Max-Forwards: 70',
      `From: <sip:+14155559999@${host}>;tag=${name}`,
      `To: <sip:${this.#to}@127.0.0.1>`,
      `Call-ID: flood-${name}`,
      'CSeq: 1 INVITE',
      `Contact: <sip:flood@${host}:${port}>`,
      'Content-Type: application/sdp',
      `Content-Length: ${sdp.length + (this.#padding?.length ?? 0)}`.padEnd(22),
      '',
      sdp,
    ].join('\r\n');
    return Buffer.from(head, 'latin1');
  }
}
