import { createHmac, timingSafeEqual } from 'node:crypto';

export type RecordingKind = 'mixed' | 'stereo';

const VALID_S = 24 * 3600;

/** Absolute, signed addresses of recordings, valid for 24 hours and fresh at each read. */
export class RecordingLinks {
  readonly #secret: Buffer;
  readonly #publicUrl: () => string;

  /** The address is asked for at each link: with PORT=0 it is known only after the server listens. */
  constructor(options: { secret: Buffer; publicUrl: () => string }) {
    this.#secret = options.secret;
    this.#publicUrl = options.publicUrl;
  }

  link(callId: string, kind: RecordingKind, nowS = Math.floor(Date.now() / 1000)): string {
    const expires = nowS + VALID_S;
    const signature = this.#sign(callId, kind, String(expires));
    return `${this.#publicUrl()}/recordings/${callId}/${kind}.wav?expires=${expires}&signature=${signature}`;
  }

  verify(
    request: { callId: string; kind: RecordingKind; expires: string; signature: string },
    nowS = Math.floor(Date.now() / 1000),
  ): boolean {
    if (!/^[1-9]\d{0,11}$/.test(request.expires) || Number(request.expires) < nowS) return false;
    // Text is compared, not what it decodes to: base64 has many texts for the same bytes.
    const expected = Buffer.from(this.#sign(request.callId, request.kind, request.expires));
    const given = Buffer.from(request.signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #sign(callId: string, kind: RecordingKind, expires: string): string {
    return createHmac('sha256', this.#secret).update(`${callId}/${kind}/${expires}`).digest('base64url');
  }
}
