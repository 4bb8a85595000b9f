import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RequestError } from '../kernel/request-error.ts';
import { DEFAULT_BASE } from './catalogue.ts';
import type { CatalogueModel } from './catalogue-model.ts';

/** A server that has not answered by then is not waited for; one that falls silent later, `fetch` gives up by itself. */
const ANSWER_LIMIT_MS = 60_000;
const MAX_REDIRECTS = 5;
const MAX_TEXT_BYTES = 1 << 20;

/** What was had of a file before, and the version that it was of. */
export interface Resumption {
  from: number;
  validator: string;
}

export interface OpenedFile {
  /** 0 when the rest of the same version cannot be had. */
  from: number;
  /** Null where the source does not state it. */
  totalBytes: number | null;
  /** A strong one (RFC 9110, 8.8.1); null: it cannot be gone on with. */
  validator: string | null;
  /** SHA-256 in hex, where the source states it. */
  sha256: string | null;
  stream: AsyncIterable<Uint8Array>;
}

/** Where models come from: their publisher, a mirror, or a directory. */
export interface ModelSource {
  /** @throws RequestError */
  open(model: Pick<CatalogueModel, 'path' | 'url'>, resumption: Resumption | null): Promise<OpenedFile>;
  /** A small file beside the models; null where there is none. */
  text(relativePath: string): Promise<string | null>;
}

/** @param base PARLEY_MODELS_URL; undefined: each model's publisher */
export function modelSource(base: string | undefined): ModelSource {
  if (base === undefined || base === '') return new WebSource(DEFAULT_BASE, true);
  if (/^https?:\/\//i.test(base)) return new WebSource(base.replace(/\/+$/, ''), false);
  return new DirectorySource(base.startsWith('file:') ? fileURLToPath(base) : path.resolve(base));
}

class WebSource implements ModelSource {
  readonly #base: string;
  readonly #isPublisher: boolean;

  constructor(base: string, isPublisher: boolean) {
    this.#base = base;
    this.#isPublisher = isPublisher;
  }

  async open(model: Pick<CatalogueModel, 'path' | 'url'>, resumption: Resumption | null): Promise<OpenedFile> {
    const url = (this.#isPublisher ? model.url : undefined) ?? `${this.#base}/${model.path}`;
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (resumption) Object.assign(headers, { range: `bytes=${resumption.from}-`, 'if-range': resumption.validator });
    const { response, sha256 } = await get(url, headers);
    const from = response.status === 206 ? resumedFrom(response, resumption) : 0;
    if (response.status === 404) throw noSuchFile(url);
    if (response.status !== 200 && from === null) throw refused(url, response.status);
    const length = response.headers.get('content-length');
    return {
      from: from ?? 0,
      totalBytes: length === null ? null : (from ?? 0) + Number(length),
      validator: strongValidator(response.headers),
      sha256,
      stream: readable(response),
    };
  }

  async text(relativePath: string): Promise<string | null> {
    const { response } = await get(`${this.#base}/${relativePath}`, {});
    if (response.status !== 200) {
      await response.body?.cancel();
      return null;
    }
    return (await response.text()).slice(0, MAX_TEXT_BYTES);
  }
}

class DirectorySource implements ModelSource {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async open({ path: relative }: Pick<CatalogueModel, 'path'>, resumption: Resumption | null): Promise<OpenedFile> {
    const file = path.join(this.#directory, relative);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) throw noSuchFile(file);
    const validator = `"${found.size}-${Math.trunc(found.mtimeMs)}"`;
    const from = resumption?.validator === validator ? resumption.from : 0;
    const stream = createReadStream(file, { start: from }) as AsyncIterable<Uint8Array>;
    return { from, totalBytes: found.size, validator, sha256: null, stream };
  }

  text(relativePath: string): Promise<string | null> {
    return readFile(path.join(this.#directory, relativePath), 'utf8').catch(() => null);
  }
}

/** Redirects are followed by hand: Hugging Face states the checksum in the response that leads elsewhere. */
async function get(
  url: string,
  headers: Record<string, string>,
): Promise<{ response: Response; sha256: string | null }> {
  let [address, sha256]: [string, string | null] = [url, null];
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await reach(address, headers);
    const stated = response.headers.get('x-linked-etag')?.replaceAll('"', '') ?? '';
    if (/^[0-9a-f]{64}$/.test(stated)) sha256 = stated;
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return { response, sha256 };
    await response.body?.cancel();
    address = new URL(location, address).href;
  }
  throw new RequestError('unprocessable', `${url} leads from one address to the next without end.`);
}

async function reach(url: string, headers: Record<string, string>): Promise<Response> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new Error('no answer')), ANSWER_LIMIT_MS);
  try {
    return await fetch(url, { headers, redirect: 'manual', signal: giveUp.signal });
  } catch (cause) {
    const reason = (cause as Error & { cause?: Error }).cause?.message ?? (cause as Error).message;
    const message = `${new URL(url).origin} cannot be reached (${reason}). Check the network, or set PARLEY_MODELS_URL to a mirror or a directory.`;
    throw new RequestError('unprocessable', message);
  } finally {
    clearTimeout(timer);
  }
}

/** Where the rest begins; null: the response is not the rest that was asked for. */
function resumedFrom(response: Response, resumption: Resumption | null): number | null {
  const start = Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]);
  return resumption && start === resumption.from ? start : null;
}

/** RFC 9110, 13.1.5: `If-Range` takes no weak validator. */
function strongValidator(headers: Headers): string | null {
  const etag = headers.get('etag');
  return etag?.startsWith('"') ? etag : null;
}

async function* readable({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body) yield* body;
}

const noSuchFile = (place: string) =>
  new RequestError(
    'not_found',
    `There is no ${place}. A mirror needs the paths that "models list --json" shows; see PARLEY_MODELS_URL.`,
  );

const refused = (url: string, status: number) =>
  new RequestError(
    'unprocessable',
    `${url} answered with status ${status}. Try again later, or set PARLEY_MODELS_URL.`,
  );
