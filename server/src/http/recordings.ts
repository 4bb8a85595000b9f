import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { RecordingKind, RecordingLinks } from '../recordings/links.ts';
import { openRecording, type RecordingFile } from '../recordings/serve.ts';
import { checkedParams, checkedQuery } from './parameters.ts';

const kinds: Record<string, RecordingKind> = { 'mixed.wav': 'mixed', 'stereo.wav': 'stereo' };

/** What is missing makes the link invalid, and not the request. */
const Signed = z.strictObject({ expires: z.string().optional(), signature: z.string().optional() });

/** The signature in the address is the permission; anyone with the link may listen until it expires. */
export function registerRecordings(
  app: FastifyInstance,
  recordings: { db: Queryable; links: RecordingLinks; recordingsDir: string },
): void {
  app.get('/recordings/:call_id/:file', async (request, reply) => {
    const { call_id: callId = '', file = '' } = checkedParams(request.params);
    const { expires, signature } = checkedQuery(request.query, Signed);
    const kind = kinds[file];
    const missing = new RequestError('not_found', 'There is no such recording.');
    if (!kind) throw missing;
    const signed =
      expires !== undefined && signature !== undefined && recordings.links.verify({ callId, kind, expires, signature });
    if (!signed) {
      throw new RequestError(
        'forbidden',
        'This link is not valid, or has expired. GET /v1/calls/{call_id} gives a fresh one.',
      );
    }
    const rows = await recordings.db.query<{ recording: string | null }>(
      'select recording from calls where call_id = $1',
      [callId],
    );
    const stored = rows[0]?.recording;
    const wav = stored ? await openRecording(recordings.recordingsDir, stored, kind) : undefined;
    if (!wav) throw missing;
    // There is no validator to compare with, so If-Range never matches and the client gets the whole recording.
    return send(reply, wav, request.headers['if-range'] === undefined ? request.headers.range : undefined);
  });
}

function send(reply: FastifyReply, wav: RecordingFile, range: string | undefined): FastifyReply {
  reply.header('accept-ranges', 'bytes').header('cache-control', 'private, max-age=3600').type('audio/wav');
  const wanted = range === undefined ? null : rangeOf(range, wav.bytes);
  if (wanted === 'unsatisfiable') {
    // 416 has no code in section 7; the range is a malformed parameter of the request.
    reply.header('content-range', `bytes */${wav.bytes}`).code(416).type('application/json; charset=utf-8');
    return reply.send(new RequestError('invalid_request', 'The recording is not that long.', { param: 'Range' }).body);
  }
  if (!wanted) return reply.header('content-length', wav.bytes).send(wav.read(0, wav.bytes - 1));
  return reply
    .code(206)
    .header('content-range', `bytes ${wanted.start}-${wanted.end}/${wav.bytes}`)
    .header('content-length', wanted.end - wanted.start + 1)
    .send(wav.read(wanted.start, wanted.end));
}

/** RFC 9110, section 14: one range is served; several, or another unit, are answered with the whole. */
function rangeOf(header: string, bytes: number): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Number(last);
    return length === 0 ? 'unsatisfiable' : { start: Math.max(0, bytes - length), end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
