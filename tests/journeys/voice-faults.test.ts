import { SAMPLE_RATE_HZ, wavHeader } from '@parley/audio';
import { packFor } from '@parley/conversation/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, chat, type Fault, hangs, refuses } from '../support/fault-server.ts';
import { APOLOGY, FaultyCalls, GREETING, LONGEST_PAUSE_S, saidBy } from '../support/faulty-calls.ts';
import { pauseOf } from '../support/pauses.ts';
import { fetchWav, stretchesOfSound } from '../support/sound.ts';
import { ownWarnings } from '../support/warnings.ts';

/** It begins with nothing that is said ahead. */
const REPLY = 'Certainly. They are on their way.';

let calls: FaultyCalls;

beforeAll(async () => {
  calls = await FaultyCalls.start();
});

afterAll(() => calls?.close());

const speech =
  (reply: Fault): Fault =>
  (request) =>
    request.route === '/audio/speech' && !isSaidAhead(request.json().input) && reply(request);

/** What fails of it is not heard, and said again when it is needed. */
const isSaidAhead = (text: string): boolean => packFor('en').openers.includes(text);

/** The first half second of the clause; then nothing, or the end of the connection. */
const breaksOff =
  (then: 'stalls' | 'resets'): Fault =>
  ({ response }) => {
    const half = calls.question.samples.subarray(0, SAMPLE_RATE_HZ / 2);
    response.writeHead(200, { 'content-type': 'audio/wav' });
    response.write(wavHeader({ sampleRateHz: SAMPLE_RATE_HZ, channels: 1, dataBytes: 10 * half.length }));
    response.write(Buffer.from(half.buffer, half.byteOffset, half.byteLength));
    if (then === 'resets') setTimeout(() => response.destroy(), 100);
    return true;
  };

const resets: Fault = ({ response }) => {
  response.socket?.resetAndDestroy();
  return true;
};

/** While it greets it is well. */
const later =
  (fault: Fault): Fault =>
  (request) =>
    !GREETING.includes(request.json().input) && fault(request);

function once(fault: Fault): Fault {
  let times = 0;
  return (request) => {
    times += 1;
    return times === 1 && fault(request);
  };
}

/** A call whose agent speaks by a vendor that fails so, and hangs up after its answer. */
async function spoken(name: string, fault: Fault, settings: object = {}): Promise<any> {
  const thinks = chat((request) => answer(request, REPLY));
  const mine = await calls.vendor(name, (request) => speech(fault)(request) || thinks(request));
  return calls.asked(name, { model: `${mine}/talk`, voice_id: `${mine}/alloy`, ...settings });
}

const successors = (call: any) => ownWarnings(call).filter((text) => text.includes('speaks from here on'));

/** How a vendor of voices fails that was well while it greeted, and one that never was. */
const faults: [name: string, fault: () => Fault][] = [
  ['stalls before its first audio', () => hangs],
  ['stalls in mid-clause', () => breaksOff('stalls')],
  ['resets its connections', () => resets],
  ['resets them in mid-clause', () => breaksOff('resets')],
  ['refuses the key', () => refuses(401, 'Incorrect API key')],
  ['has an error of its own', () => refuses(500, 'Internal error')],
];

const named = (name: string, ...more: string[]) => [name, ...more].join('-').replaceAll(' ', '-');

describe.concurrent('the only voice', () => {
  test.each(faults)('that %s is followed by the built-in one', async (name, fault) => {
    const call = await spoken(named(name), later(fault()));
    expect(await pauseOf(call, 'answer')).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    expect(saidBy(call, 'agent')).toEqual([GREETING, REPLY]);
    expect(successors(call)).toEqual([expect.stringContaining('builtin/rms speaks from here on')]);
  });

  test.each(faults)('that %s from the first word on, too', async (name, fault) => {
    const call = await spoken(named(name, 'at-once'), fault());
    expect(await pauseOf(call, 'answer')).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    const [greeting, ...said] = saidBy(call, 'agent');
    // A caller may take the floor in the pause.
    expect(GREETING.startsWith(greeting!)).toBe(true);
    expect(said).toEqual([REPLY]);
    expect(successors(call)).toEqual([expect.stringContaining('builtin/rms speaks from here on')]);
  });

  test.each(faults.slice(0, 4))('that %s once goes on itself', async (name, fault) => {
    const call = await spoken(named(name, 'once'), later(once(fault())));
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(saidBy(call, 'agent')).toEqual([GREETING, REPLY]);
    expect(ownWarnings(call)).toHaveLength(1);
    expect(successors(call)).toEqual([]);
  });
});

test('what no voice is left to say is not said to have been said', async () => {
  const settings = { language: 'zh-CN', first_message: '您好，我能为您做什么？' };
  const call = await spoken('none-for-chinese', refuses(401, 'Incorrect API key'), settings);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'tts_error' });
  expect(saidBy(call, 'agent')).toEqual([APOLOGY]);
  const [first] = stretchesOfSound(await fetchWav(call.recording_stereo_url), 1);
  expect(first!.startS).toBeLessThanOrEqual(LONGEST_PAUSE_S);
});

describe.concurrent('a voice with another one behind it', () => {
  test.each(faults)('that %s is followed by that one', async (name, fault) => {
    const fallbacks = { voice_id: ['openai-compatible/alloy'] };
    const call = await spoken(named(name, 'of-two'), later(fault()), { fallbacks });
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    expect(saidBy(call, 'agent')).toEqual([GREETING, REPLY]);
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(successors(call)).toEqual([expect.stringContaining('/alloy speaks from here on')]);
  });
});
