import { BeepDetector, levelDbfs } from '@parley/audio';
import { BuiltinSpeech, personaLines } from '@parley/providers';
import { MediaNegotiation } from '@parley/sip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PhoneEvent } from './phone-event.ts';
import { SimulatedPhone } from './simulated-phone.ts';
import { Caller } from './testing/caller.ts';
import type { CallerLeg } from './testing/caller-leg.ts';

/** From a sound's start to its being heard as a voice: the silence it begins with, jitter buffer, detector. */
const ONSET_MS = 100;
/** From a voice's end to its being noticed. */
const OFFSET_MS = 150;
/** How much later a busy host may be. */
const SLACK_MS = 300;

let phone: SimulatedPhone;
let caller: Caller;
/** More than two seconds of an agent's voice, and one second of it. */
let agentLine: Int16Array;
let shortLine: Int16Array;
const events: PhoneEvent[] = [];

beforeAll(async () => {
  phone = await SimulatedPhone.start({ host: '127.0.0.1', port: 0, onEvent: (event) => events.push(event) });
  caller = await Caller.start();
  const speech = new BuiltinSpeech();
  const text = 'hello this is the front desk of the clinic';
  for await (const { samples } of speech.speak({
    text,
    voice: 'rms',
    language: 'en-US',
    signal: AbortSignal.timeout(20_000),
  }))
    agentLine = samples;
  shortLine = agentLine.subarray(0, 8000);
  await speech.close();
});

afterAll(async () => {
  await caller.close();
  await phone.close();
});

const eventsOf = ({ call }: CallerLeg) => events.filter(({ callId }) => callId === call.callId);
const saidIn = (leg: CallerLeg) => eventsOf(leg).filter((event) => event.type === 'said');
const typesOf = (leg: CallerLeg) => eventsOf(leg).map(({ type }) => type);
const transfersOf = (leg: CallerLeg) =>
  eventsOf(leg).flatMap((event) => (event.type === 'transfer' ? [event.status] : []));
const untilSaid = (leg: CallerLeg, count: number) => leg.until(`line ${count}`, () => saidIn(leg).length >= count);

async function greeted(number: string, options = {}): Promise<CallerLeg> {
  const leg = await caller.call(phone.port, number, options);
  await leg.untilAnswered();
  await untilSaid(leg, 1);
  return leg;
}

function expectNear(actualMs: number | undefined, expectedMs: number): void {
  expect(actualMs).toBeGreaterThan(expectedMs - SLACK_MS);
  expect(actualMs).toBeLessThan(expectedMs + SLACK_MS);
}

// Five run at a time: the longest come first.
describe.concurrent('a simulated phone', () => {
  it('0104 greets, beeps, and is silent', async () => {
    const leg = await greeted('+12025550104');
    const greeting = leg.voiced[0]!;
    expect(greeting.endMs - greeting.startMs).toBeGreaterThan(4000);
    expect(greeting.endMs - greeting.startMs).toBeLessThan(6000);
    await leg.until('the beep', () => typesOf(leg).includes('beeped'));
    const beepEndMs = leg.nowMs;
    await leg.until('a second of silence', () => leg.nowMs > beepEndMs + 1000);
    const detector = new BeepDetector();
    const beeps = leg.heard.flatMap((frame, index) => (detector.push(frame) ? [index * 20] : []));
    expect(beeps).toHaveLength(1);
    expectNear(beeps[0], beepEndMs);
    for (const frame of leg.heard.slice(-20)) expect(levelDbfs(frame)).toBeLessThan(-70);
  });

  it('0113 lets its ringback be heard, and answers after six seconds', async () => {
    const leg = await caller.call(phone.port, '+12025550113');
    await leg.untilAnswered();
    expect(leg.statuses).toEqual([183]);
    expectNear(leg.heardBefore.length * 20, 6000);
    const loudMs = leg.heardBefore.filter((frame) => levelDbfs(frame) > -30).length * 20;
    expectNear(loudMs, 2000);
    await untilSaid(leg, 1);
  });

  it('0101 rings, answers, says hello, and answers the agent when it has finished', async () => {
    const leg = await greeted('+12025550101');
    expect(leg.statuses).toEqual([180]);
    expectNear(leg.voiced[0]?.startMs, 300 + ONSET_MS);
    leg.speak(shortLine);
    await leg.until('the end of our line', () => !leg.isSpeaking);
    const endedMs = leg.nowMs;
    await leg.until('an answer', () => leg.voiced.length === 2);
    expectNear(leg.voiced[1]?.startMs, endedMs + OFFSET_MS + 700 + ONSET_MS);
    await untilSaid(leg, 2);
    expect(saidIn(leg)).toMatchObject(personaLines.slice(0, 2).map((text) => ({ text, whole: true })));
    // Sound or silence, there is a packet every 20 ms.
    const { packetsReceived, packetsLost } = leg.rtp.stats;
    expect(packetsLost).toBe(0);
    expect(packetsReceived).toBeGreaterThan(leg.nowMs / 20 - 15);
    await leg.hangUp();
    expect(eventsOf(leg).at(-1)).toMatchObject({ type: 'ended', by: 'remote', cause: { kind: 'bye' } });
    expect(typesOf(leg)).toEqual(['rang', 'answered', 'said', 'said', 'ended']);
  });

  it('0102 is busy', async () => {
    const leg = await caller.call(phone.port, '+12025550102');
    await leg.untilOver();
    expect(leg.statuses).toEqual([]);
    expect(leg.end?.cause).toMatchObject({ kind: 'rejected', status: 486 });
    expect(typesOf(leg)).toEqual(['ended']);
  });

  it('0103 rings until the caller gives up', async () => {
    const leg = await caller.call(phone.port, '+12025550103');
    await leg.until('ringing', () => leg.statuses.length > 0);
    await leg.hangUp();
    expect(leg.statuses).toEqual([180]);
    expect(leg.end?.cause).toMatchObject({ kind: 'cancelled' });
    expect(eventsOf(leg).at(-1)).toMatchObject({ type: 'ended', by: 'remote', cause: { kind: 'cancelled' } });
  });

  it('0105 rings and declines', async () => {
    const leg = await caller.call(phone.port, '+12025550105');
    await leg.untilOver();
    expect(leg.statuses).toEqual([180]);
    expect(leg.end?.cause).toMatchObject({ kind: 'rejected', status: 603 });
  });

  it('0106 hangs up in the middle of a word', async () => {
    const leg = await greeted('+12025550106');
    leg.speak(shortLine);
    await leg.untilOver();
    expect(leg.end).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
    expect(saidIn(leg)).toMatchObject([{ whole: true }, { text: personaLines[1], whole: false }]);
    expect(leg.voiced).toHaveLength(2);
    expect(leg.nowMs - leg.voiced[1]!.endMs).toBeLessThan(SLACK_MS);
  });

  it('0107 speaks over the agent', async () => {
    const leg = await greeted('+12025550107');
    const onsetMs = leg.nowMs;
    leg.speak(agentLine);
    await leg.until('an interruption', () => leg.voiced.length === 2);
    expect(leg.isSpeaking).toBe(true);
    expectNear(leg.voiced[1]?.startMs, onsetMs + ONSET_MS + 1200 + ONSET_MS);
    await untilSaid(leg, 2);
    const interruption = saidIn(leg)[1]!;
    expect(interruption.endMs - interruption.startMs).toBeGreaterThan(1000);
  });

  it('0108 takes a key as a telephone event', async () => {
    const leg = await caller.call(phone.port, '+12025550108');
    await leg.until('the menu', () => leg.voiced.length === 1);
    leg.rtp.sendDtmf('2');
    await untilSaid(leg, 2);
    expect(saidIn(leg)).toMatchObject([
      { text: expect.stringContaining('press two'), whole: false },
      { text: expect.stringContaining('support'), whole: true },
    ]);
    expect(eventsOf(leg)).toContainEqual(expect.objectContaining({ type: 'digit', digit: '2' }));
  });

  it('0110 sends silence', async () => {
    const leg = await caller.call(phone.port, '+12025550110');
    await leg.until('a second', () => leg.nowMs >= 1000);
    expect(leg.rtp.stats.packetsReceived).toBeGreaterThan(40);
    for (const frame of leg.heard) expect(levelDbfs(frame)).toBeLessThan(-70);
  });

  it('0111 speaks over noise that is 18 dB weaker', async () => {
    const leg = await greeted('+12025550111');
    const quietFromMs = leg.nowMs;
    await leg.until('half a second of noise', () => leg.nowMs >= quietFromMs + 600);
    const levels = leg.heard.slice(-20).map(levelDbfs);
    for (const level of levels) expect(Math.abs(level + 38)).toBeLessThan(6);
    expect(leg.voiced[0]).toBeDefined();
  });

  it('0112 loses and delays packets', async () => {
    const leg = await greeted('+12025550112');
    await leg.until('100 packets', () => leg.rtp.stats.packetsReceived >= 100);
    const { packetsLost, jitterMs } = leg.rtp.stats;
    expect(packetsLost).toBeGreaterThan(0);
    expect(packetsLost).toBeLessThan(15);
    expect(jitterMs).toBeGreaterThan(8);
  });

  it('takes A-law from a caller that has nothing else, and responds 488 to one that has neither', async () => {
    const leg = await greeted('+12025550101', { codecs: ['PCMA'] });
    expect(leg.events.find((event) => event.type === 'answered')?.sdp).toMatch(/^m=audio \d+ RTP\/AVP 8 101\r$/m);
    expect(leg.voiced[0]).toBeDefined();
    const sdp = new MediaNegotiation({ address: '127.0.0.1', port: 40_000, codecs: ['PCMU'] })
      .offer()
      .replace(/RTP\/AVP 0 101/, 'RTP/AVP 18');
    const refused = await caller.call(phone.port, '+12025550101', { sdp });
    await refused.untilOver();
    expect(refused.end?.cause).toMatchObject({ kind: 'rejected', status: 488 });
    expect(typesOf(refused)).toEqual(['rang', 'failed', 'ended']);
  });

  it('turns callers away when its RTP ports are used up', async () => {
    const failures: PhoneEvent[] = [];
    const small = await SimulatedPhone.start({
      host: '127.0.0.1',
      port: 0,
      rtpPorts: { first: 38_126, last: 38_126 },
      onEvent: (event) => event.type === 'failed' && failures.push(event),
    });
    const first = await caller.call(small.port, '+12025550110');
    await first.untilAnswered();
    const second = await caller.call(small.port, '+12025550110');
    await second.untilOver();
    expect(second.end?.cause).toMatchObject({ kind: 'rejected', status: 503 });
    expect(failures).toMatchObject([{ callId: second.call.callId, message: expect.stringContaining('EADDRINUSE') }]);
    await first.hangUp();
    const third = await caller.call(small.port, '+12025550110');
    await third.untilAnswered();
    await small.close();
  });

  it('is transferred: on hold, notified of each step, and silent until it is hung up on', async () => {
    const leg = await greeted('+12025550101');
    const outcome = leg.call.transfer('sip:+12025550101@127.0.0.1');
    await leg.until('the transfer', () => transfersOf(leg).at(-1) === 200);
    expect(await outcome).toEqual({ kind: 'transferred' });
    expect(transfersOf(leg)).toEqual([202, 180, 200]);
    leg.speak(shortLine);
    const endedMs = leg.nowMs + shortLine.length / 8;
    await leg.until('the time for an answer', () => leg.nowMs > endedMs + 1500);
    expect(saidIn(leg)).toHaveLength(1);
    await leg.hangUp();
  });

  it('is transferred to one who has answered already, without ringing', async () => {
    const leg = await greeted('+12025550101');
    const replaces = encodeURIComponent('1@127.0.0.1;to-tag=a;from-tag=b');
    expect(await leg.call.transfer(`sip:+12025550102@127.0.0.1?Replaces=${replaces}`)).toEqual({ kind: 'transferred' });
    expect(transfersOf(leg)).toEqual([202, 200]);
    await leg.hangUp();
  });

  it('comes back when who it is transferred to is busy', async () => {
    const leg = await greeted('+12025550101');
    expect(await leg.call.transfer('sip:+12025550102@127.0.0.1')).toEqual({ kind: 'failed', status: 486 });
    leg.speak(shortLine);
    await untilSaid(leg, 2);
    expect(transfersOf(leg)).toEqual([202, 486]);
    await leg.hangUp();
  });

  it.each([
    ['+12025550115', 405],
    ['+12025550116', 603],
  ])('%s refuses a transfer with %i', async (number, status) => {
    const leg = await greeted(number);
    expect(await leg.call.transfer('sip:+12025550101@127.0.0.1')).toEqual({ kind: 'refused', status });
    expect(transfersOf(leg)).toEqual([status]);
    await leg.hangUp();
  });

  it('is put on hold and taken back', async () => {
    const leg = await caller.call(phone.port, '+12025550110');
    await leg.untilAnswered();
    const held = await leg.call.reinvite(leg.negotiation.offer('sendonly'));
    expect(held).toMatchObject({ kind: 'accepted', sdp: expect.stringContaining('a=recvonly') });
    const { packetsReceived } = leg.rtp.stats;
    const heldMs = leg.nowMs;
    await leg.until('half a second', () => leg.nowMs >= heldMs + 500);
    expect(leg.rtp.stats.packetsReceived - packetsReceived).toBeLessThan(3);
    const back = await leg.call.reinvite(leg.negotiation.offer());
    expect(back).toMatchObject({ kind: 'accepted', sdp: expect.stringContaining('a=sendrecv') });
    await leg.until('sound again', () => leg.rtp.stats.packetsReceived > packetsReceived + 10);
  });
});
