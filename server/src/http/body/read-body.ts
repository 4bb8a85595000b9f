import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Route } from '@parley/contract';
import type { z } from 'zod';
import { RequestError } from '../../kernel/request-error.ts';
import { validated } from '../../kernel/validation.ts';
import { BodyOutline } from './body-outline.ts';
import type { JsonBody } from './json-body.ts';
import { refuseUnstorableText } from './storable-text.ts';
import type { Span } from './structure-scan.ts';

/** Read at once: some milliseconds of work at most. */
const WHOLE_BYTES = 64 * 1024;

type BodyRules = Pick<Route, 'body' | 'bodyOptional' | 'longList'>;
type RouteWithBody = BodyRules & { body: z.ZodType };

/**
 * The body that a route wants, or 400. The main thread carries live calls, so no body holds it for long: its bounds are
 * checked before it is parsed, and what may be large is parsed and checked in pieces, between which others have a turn.
 */
export async function readBody(route: BodyRules, body: unknown): Promise<unknown> {
  return route.body && readAs({ ...route, body: route.body }, body);
}

async function readAs(route: RouteWithBody, body: unknown): Promise<unknown> {
  if (body === undefined && route.bodyOptional) return validated(route.body, {});
  if (body === undefined) throw new RequestError('invalid_request', 'A JSON object is needed as the body.');
  const { bytes } = body as JsonBody;
  const outline = new BodyOutline(bytes, route.longList);
  while (!outline.advance()) await nextTurn();
  if (outline.list && bytes.length > WHOLE_BYTES) return readInPieces(route, bytes, outline);
  const value = parsed(textOf(bytes, { start: 0, end: bytes.length }, outline.gaps));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestError('invalid_request', 'The body must be a JSON object.');
  }
  refuseUnstorableText(value);
  return validated(route.body, value);
}

async function readInPieces(
  route: RouteWithBody,
  bytes: Buffer,
  { list: span, pieces, gaps }: BodyOutline,
): Promise<unknown> {
  const name = route.longList!.name;
  const { start, end } = span!;
  const before = textOf(bytes, { start: 0, end: start }, gaps);
  const beside = parsed(`${before}null${textOf(bytes, { start: end, end: bytes.length }, gaps)}`) as object;
  refuseUnstorableText(beside);
  const entries: unknown[] = [];
  let whole: object = {};
  for (const piece of pieces) {
    const text = textOf(bytes, piece, gaps);
    if (text.trim() === '' && pieces.length > 1) throw notJson('a comma has nothing behind it');
    const list = { [name]: parsed(`[${text}]`, ` counted from ${name}[${entries.length}]`) };
    refuseUnstorableText(list, entries.length);
    whole = validated(route.body, { ...beside, ...list }, entries.length) as object;
    entries.push(...((whole as Record<string, unknown>)[name] as unknown[]));
    await nextTurn();
  }
  return { ...whole, [name]: entries };
}

function parsed(text: string, place = ''): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message quotes the body, and may cut a surrogate pair in two.
    throw notJson((error as Error).message.toWellFormed() + place);
  }
}

function notJson(reason: string): RequestError {
  return new RequestError('invalid_request', `The body is not valid JSON: ${reason}`);
}

/** Without the long gaps, which mean nothing. A byte order mark is let through in front of all, as JSON readers do. */
function textOf(bytes: Buffer, span: Span, gaps: readonly Span[]): string {
  const parts: Buffer[] = [];
  let from = span.start;
  for (const gap of gaps) {
    if (gap.start < span.start || gap.end > span.end) continue;
    parts.push(bytes.subarray(from, gap.start));
    from = gap.end;
  }
  parts.push(bytes.subarray(from, span.end));
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: span.start > 0 });
    return decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
  } catch {
    throw new RequestError('invalid_request', 'The body is not valid UTF-8.');
  }
}
