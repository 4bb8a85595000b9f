import { fetchWav } from '../../tests/support/sound.ts';
import type { Response } from './client.ts';
import type { SeenCall } from './far-end-call.ts';
import type { Installation } from './installation.ts';
import type { Part } from './outage-cast.ts';

export interface PlayedCall {
  number: string;
  /** Null: it waited for a slot. */
  part: Part | null;
  callId: string;
  /** The response to its hang-up by the API. */
  hangUp: Response | null;
}

/** Times of the interface are whole seconds; what two processes saw may lie on two sides of one. */
const TIME_TOLERANCE_S = 2;
/** A recording begins with the answer and is written in pieces. */
const RECORDING_TOLERANCE_S = 2.5;
/** Shorter than this the first words may not have been said. */
const FIRST_WORDS_S = 2;

/** Compares what is stored of each call with what its callee did; one line for each difference. */
export async function judgeOutage(installation: Installation, calls: readonly PlayedCall[]): Promise<string[]> {
  const findings: string[] = [];
  for (const call of calls) {
    const about = `${call.part?.name ?? 'queued'} (${call.callId})`;
    const seen = installation.farEnd.seen.filter(({ number }) => number === call.number);
    const { status, body } = await installation.client.ask('GET', `/calls/${call.callId}`);
    const found =
      status === 200 ? [...compare(call, seen, body), ...(await judgeRecording(seen[0], body))] : ['is lost'];
    const events = [...installation.receiver.accepted.values()].filter(({ subject }) => subject === call.callId);
    if (!events.some(({ type }) => type === `call.${body.status}`)) found.push('has sent no webhook');
    findings.push(...found.map((what) => `${about}: ${what}`));
  }
  return findings;
}

function* compare({ part, hangUp }: PlayedCall, seen: SeenCall[], call: any): Iterable<string> {
  const expected = part?.expected ?? { status: 'completed', endReason: 'user_hangup' };
  if (seen.length !== 1) yield `was dialled ${seen.length} times`;
  const [farEnd] = seen;
  if (call.phase !== 'ended') yield `is in phase ${call.phase}`;
  if (call.status !== expected.status) yield `is ${call.status}, not ${expected.status}`;
  if (call.end_reason !== expected.endReason) yield `ended ${call.end_reason}, not ${expected.endReason}`;
  if (!farEnd) return;
  if (part?.hangUpByApi && hangUp?.status !== 200) yield `its hang-up was answered ${hangUp?.status ?? 'never'}`;
  if (farEnd.ending === 'hung up on' && !part?.hangUpByApi) yield 'was hung up on although no one had asked for it';
  if (farEnd.endedMs === null) yield 'is still open at the far end';
  yield* compareTimes(farEnd, call);
  if (part?.refuse !== undefined && call.sip_code !== 486) yield `has sip_code ${call.sip_code}`;
  const talkedS = farEnd.answeredMs === null ? 0 : ((farEnd.endedMs ?? 0) - farEnd.answeredMs) / 1000;
  const words = (call.transcript ?? []).some((turn: any) => turn.role === 'agent' && /hello/i.test(turn.text));
  if (talkedS > FIRST_WORDS_S && !words)
    yield `has a transcript without its first words: ${JSON.stringify(call.transcript)}`;
}

function* compareTimes(farEnd: SeenCall, call: any): Iterable<string> {
  const pairs = [
    ['answered_at', farEnd.answeredMs, call.answered_at],
    ['ended_at', farEnd.endedMs, call.ended_at],
  ] as const;
  for (const [name, sawMs, storedS] of pairs) {
    if (sawMs === null && storedS === null) continue;
    const differenceS = sawMs === null || storedS === null ? null : storedS - sawMs / 1000;
    if (differenceS === null) yield `${name} is ${storedS}, the callee says ${sawMs}`;
    else if (Math.abs(differenceS) > TIME_TOLERANCE_S) yield `${name} is ${differenceS.toFixed(1)} s off`;
  }
}

async function judgeRecording(farEnd: SeenCall | undefined, call: any): Promise<string[]> {
  if (!farEnd?.answeredMs || !farEnd.endedMs) return [];
  const talkedS = (farEnd.endedMs - farEnd.answeredMs) / 1000;
  if (talkedS < FIRST_WORDS_S) return [];
  if (call.recording_stereo_url === null) return ['has no recording'];
  const wav = await fetchWav(call.recording_stereo_url);
  const recordedS = wav.samples.length / wav.channels / wav.sampleRateHz;
  if (Math.abs(recordedS - talkedS) <= RECORDING_TOLERANCE_S) return [];
  return [`has a recording of ${recordedS.toFixed(1)} s, and ${talkedS.toFixed(1)} s were talked`];
}
