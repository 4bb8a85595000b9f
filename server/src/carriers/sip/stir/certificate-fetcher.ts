import type { X509Certificate } from 'node:crypto';
import { type Agent, request } from 'undici';
import { refusePrivate } from '../../../kernel/address-guard.ts';
import { certificatesOf } from '../../../kernel/pem-certificates.ts';

/** A chain of certificates has a few kilobytes. */
const LARGEST_BYTES = 64 * 1024;
const TIMEOUT_MS = 3000;
const KEPT_MS = { atLeast: 60_000, byDefault: 3_600_000, atMost: 86_400_000 };
/** A server that failed is not asked for a while by each call. */
const FAILURE_KEPT_MS = 30_000;
/** Callers choose the addresses: these bound what they can make of us. */
const MOST_KEPT = 500;
const MOST_AT_ONCE = 16;

interface Kept {
  readonly certificates: Promise<readonly X509Certificate[]>;
  untilMs: number;
}

/** The network as certificates are fetched by: public addresses, unless the configuration allows others. */
export interface CertificateNetwork {
  readonly dispatcher: Agent;
  readonly allowPrivate: boolean;
}

/** Certificates by the addresses that tokens name (RFC 8226 section 10.1), fetched once for many calls. */
export class CertificateFetcher {
  readonly #network: CertificateNetwork;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  #underWay = 0;

  constructor(network: CertificateNetwork, now: () => number = Date.now) {
    this.#network = network;
    this.#now = now;
  }

  /** That of the signer first. Rejects with an Error whose message says why there is none. */
  fetch(url: string): Promise<readonly X509Certificate[]> {
    const kept = this.#kept.get(url);
    if (kept && kept.untilMs > this.#now()) return kept.certificates;
    if (this.#underWay >= MOST_AT_ONCE) return Promise.reject(new Error('too many certificates are being fetched'));
    this.#underWay += 1;
    const fetching = this.#fetch(url).finally(() => {
      this.#underWay -= 1;
    });
    const entry: Kept = { certificates: fetching.then(({ certificates }) => certificates), untilMs: Infinity };
    fetching.then(
      ({ keptMs }) => {
        entry.untilMs = this.#now() + keptMs;
      },
      () => {
        entry.untilMs = this.#now() + FAILURE_KEPT_MS;
      },
    );
    this.#keep(url, entry);
    return entry.certificates;
  }

  #keep(url: string, entry: Kept): void {
    this.#kept.delete(url);
    this.#kept.set(url, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  async #fetch(text: string): Promise<{ certificates: readonly X509Certificate[]; keptMs: number }> {
    if (!URL.canParse(text)) throw new Error('its address is none');
    const url = new URL(text);
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '')
      throw new Error('its address is not https');
    refusePrivate(url, this.#network.allowPrivate);
    const response = await request(url, {
      ...{ dispatcher: this.#network.dispatcher, signal: AbortSignal.timeout(TIMEOUT_MS) },
      headers: { accept: 'application/pem-certificate-chain, application/x-pem-file' },
    });
    const body = await textOf(response.body);
    if (response.statusCode !== 200) throw new Error(`its server says ${response.statusCode}`);
    const certificates = certificatesOf(body);
    if (certificates.length === 0) throw new Error('there is none in PEM format');
    return { certificates, keptMs: keptMsOf(String(response.headers['cache-control'] ?? '')) };
  }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop destroys the body, and its connection.
    if (bytes > LARGEST_BYTES) throw new Error('it is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('latin1');
}

/** RFC 9111 section 5.2.2. */
function keptMsOf(cacheControl: string): number {
  const seconds = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl)?.[1];
  const wantedMs = seconds === undefined ? KEPT_MS.byDefault : Number(seconds) * 1000;
  return Math.min(Math.max(wantedMs, KEPT_MS.atLeast), KEPT_MS.atMost);
}
