import type { ServerResponse } from 'node:http';
import { SAMPLE_RATE_HZ, wavHeader } from '@parley/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { type Fault, FaultServer, finish, write } from '../support/fault-server.ts';
import { type SpokenSentence, spokenSentences } from '../support/known-speech.ts';
import { OwnSpeechServer } from '../support/own-speech-server.ts';
import { longestPause } from '../support/pauses.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipCaller } from '../support/sip-caller.ts';
import { fetchWav } from '../support/sound.ts';
import { ownWarnings } from '../support/warnings.ts';

/** Nobody waits longer for somebody who is there (measured in the recording). */
const LONGEST_PAUSE_S = 2.5;
const GREETING = 'Hello, what can I do for you?';
const QUESTION = 'two tickets please';
const ANSWER = 'Of course. They are on their way.';
const FILLER = 'One moment, please.';
const STILL = "I'm still on it.";
const APOLOGY = "Sorry, I'm having technical difficulties. Goodbye.";

let own: OwnSpeechServer;
let faults: FaultServer;
let service: Service;
let account: Account;
let question: SpokenSentence;
let line: SipCaller;
const numbers: string[] = [];

beforeAll(async () => {
  [question] = (await spokenSentences([QUESTION])) as [SpokenSentence];
  own = await OwnSpeechServer.start([question]);
  faults = await FaultServer.start(own.url);
  const trunkPort = await freePort();
  service = await Service.start({
    OPENAI_COMPATIBLE_BASE_URL: own.url,
    PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
  });
  account = await Account.first(service);
  line = await SipCaller.start(trunkPort);
  const { body: offers } = await account.request('GET', '/numbers/available?area_code=415');
  numbers.push(...offers.data.map(({ phone_number }: any) => phone_number));
});

afterAll(async () => {
  await line?.close();
  await service?.remove();
  faults?.close();
  await own?.close();
});

/** A vendor that the account has, and that fails so. Whatever it hears is the question: what is understood is not tested. */
async function vendor(name: string, fault: Fault): Promise<string> {
  const hears: Fault = ({ route, response }) => {
    if (route !== '/audio/transcriptions') return false;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: QUESTION }));
    return true;
  };
  const base_url = faults.add(name, (request) => fault(request) || hears(request));
  const body = { vendor: 'openai-compatible', name, base_url };
  expect((await account.request('POST', '/providers', { body })).status).toBe(201);
  return name;
}

/** A call in which the caller asks something once the agent has greeted; it is over when the agent hangs up. */
async function asked(name: string, settings: object, meanwhile?: (caller: SipCaller) => Promise<void>): Promise<any> {
  const agent = {
    name,
    prompt: 'You sell tickets.',
    first_message: GREETING,
    ...{ model: 'openai-compatible/talk', voice_id: 'openai-compatible/alloy', transcriber: name },
    disclosure: null,
    ...settings,
  };
  const { status, body } = await account.request('POST', '/agents', { body: agent });
  expect(body, JSON.stringify(body)).toHaveProperty('agent_id');
  expect(status).toBe(201);
  const caller = line.another();
  const number = numbers.pop()!;
  const rented = { phone_number: number, agent_id: body.agent_id };
  expect((await account.request('POST', '/numbers', { body: rented })).body).toMatchObject(rented);
  await caller.call(service.address.sipPort, number);
  await caller.agentStopped();
  await caller.say(question.samples);
  await meanwhile?.(caller);
  await caller.ended();
  const { body: placed } = await account.request('GET', `/calls?direction=inbound&agent_id=${body.agent_id}`);
  return service.callWhen(placed.data[0].call_id, ({ analysis }: any) => analysis !== null);
}

async function pauseOf(call: any): Promise<number> {
  return longestPause(await fetchWav(call.recording_stereo_url));
}

const saidBy = (call: any, role: string): string[] =>
  call.transcript.filter((turn: any) => turn.role === role).map(({ text }: any) => text);

/** Answers, and hangs up. */
function answer({ response, json }: Parameters<Fault>[0], text = ANSWER): boolean {
  if (!json().stream) return false;
  write(response, text);
  finish(response, 'end_call', { outcome: 'success' });
  return true;
}

const chat =
  (reply: Fault): Fault =>
  (request) =>
    request.route === '/chat/completions' && request.json().stream === true && reply(request);

const refuses =
  (status: number, message: string): Fault =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message } }));
    return true;
  };

const writes =
  (reply: (response: ServerResponse) => void): Fault =>
  ({ response }) => {
    reply(response);
    return true;
  };

const page = writes((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi'));

const hangs: Fault = () => true;

describe.concurrent('a model that fails, without another one', () => {
  const cases: [name: string, fault: Fault, warning: RegExp][] = [
    ['never-answers', hangs, /did not answer within 5 s/],
    ['ends-empty', writes((response) => finish(response)), /ended without a word/],
    ['streams-html', page, /a web page came/],
    ['says-401', refuses(401, 'Incorrect API key'), /401/],
    ['says-404', refuses(404, 'No such model'), /404/],
    ['says-429', refuses(429, 'Too many requests'), /429/],
    ['says-500', refuses(500, 'Internal error'), /500/],
    ['calls-tools', writes((response) => finish(response, 'lookup')), /called tools/],
    ['stalls', writes((response) => write(response, 'Of course. They are')), /stopped in the middle/],
  ];

  test.each(cases)('%s: fillers, then an apology, and the truth', async (name, fault, warning) => {
    const call = await asked(name, { model: `${await vendor(name, chat(fault))}/talk` });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'llm_error' });
    const said = saidBy(call, 'agent');
    expect([said[0], said.at(-1)]).toEqual([GREETING, APOLOGY]);
    expect(saidBy(call, 'user').join(' ')).toMatch(/^two tickets please/);
    const warnings = ownWarnings(call);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
    expect(service.output).toContain(call.call_id);
    expect(call.transcript.some((turn: any) => turn.interrupted)).toBe(false);
  });
});

describe.concurrent('a call that goes on', () => {
  const STORY = 'Of course. They are on their way to you. ';
  const REST = 'Have a good day.';

  test('a socket that drops in mid-reply is followed by the rest, and nothing is said twice', async () => {
    const drops = chat((request) => {
      if (request.attempt > 1) return answer(request, `${STORY}${REST}`);
      write(request.response, `${STORY}Have`);
      setTimeout(() => request.response.destroy(), 200);
      return true;
    });
    const call = await asked('drops-socket', { model: `${await vendor('drops-socket', drops)}/talk` });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    expect(saidBy(call, 'agent').slice(1)).toEqual([`${STORY}${REST}`]);
    expect(ownWarnings(call)).toHaveLength(1);
  });

  test.each([
    [3000, /^$/],
    [6500, new RegExp(`^(${STILL} ?)+$`)],
  ])('a model of %i ms is filled for', async (delayMs, more) => {
    const name = `slow-${delayMs}`;
    // The second request joins the first one after 5 s, and takes its own time.
    const slow = chat((request) => {
      setTimeout(() => answer(request), delayMs);
      return true;
    });
    const call = await asked(name, { model: `${await vendor(name, slow)}/talk` });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    const said = saidBy(call, 'agent').slice(1);
    expect([said[0], said.at(-1)]).toEqual([FILLER, ANSWER]);
    expect(said.slice(1, -1).join(' ')).toMatch(more);
  });

  test('music is heard instead of more words, where the agent is set so', async () => {
    const slow = chat((request) => {
      setTimeout(() => answer(request), 6500);
      return true;
    });
    const call = await asked('music', { model: `${await vendor('music', slow)}/talk`, waiting: 'music' });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(saidBy(call, 'agent')).toEqual([GREETING, FILLER, ANSWER]);
  });

  test('a model whose first act is to hang up says something first', async () => {
    const leaves = chat(({ response }) => {
      finish(response, 'end_call', { outcome: 'success' });
      return true;
    });
    const model = `${await vendor('hangs-up', leaves)}/talk`;
    const call = await asked('hangs-up', { model });
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    expect(ownWarnings(call)).toEqual([]);
  });

  test('the caller’s words never give a dead model more time, and the reply is not spoken over them', async () => {
    const model = `${await vendor('talked-into', chat(hangs))}/talk`;
    let asksAgain = true;
    const call = await asked('talked-into', { model }, async (caller) => {
      void caller.ended().then(() => {
        asksAgain = false;
      });
      for (let times = 0; times < 4 && asksAgain; times += 1) {
        await Promise.race([caller.agentStopped(), caller.ended()]);
        if (asksAgain) await Promise.race([caller.say(question.samples), caller.ended()]);
      }
    });
    expect(call).toMatchObject({ status: 'failed', end_reason: 'llm_error' });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    const asking = call.transcript.find((turn: any) => turn.role === 'user');
    const apology = call.transcript.find((turn: any) => turn.text === APOLOGY);
    expect(apology.start - asking.end).toBeLessThanOrEqual(10);
  });

  const breaksOff: Fault = ({ route, response, attempt }) => {
    if (route !== '/audio/speech' || attempt === 1) return false;
    const half = question.samples.subarray(0, SAMPLE_RATE_HZ / 2);
    response.writeHead(200, { 'content-type': 'audio/wav' });
    response.write(wavHeader({ sampleRateHz: SAMPLE_RATE_HZ, channels: 1, dataBytes: 10 * half.length }));
    response.write(Buffer.from(half.buffer, half.byteOffset, half.byteLength));
    setTimeout(() => response.destroy(), 100);
    return true;
  };
  const voiceHangs: Fault = ({ route, attempt }) => route === '/audio/speech' && attempt > 1;

  test.each([
    ['voice-hangs', voiceHangs],
    ['voice-breaks-off', breaksOff],
  ])('%s: another voice goes on', async (name, fault) => {
    const speaks = chat(answer);
    const mine = await vendor(name, (request) => fault(request) || speaks(request));
    const settings = {
      model: `${mine}/talk`,
      voice_id: `${mine}/alloy`,
      fallbacks: { voice_id: ['openai-compatible/alloy'] },
    };
    const call = await asked(name, settings);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    expect(saidBy(call, 'agent')).toEqual([GREETING, ANSWER]);
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(ownWarnings(call).filter((text) => text.includes('speaks from here on'))).toHaveLength(1);
  });

  test('ears that fail are followed by others, which are sent what was said meanwhile', async () => {
    const deaf: Fault = (request) =>
      request.route === '/audio/transcriptions' && refuses(500, 'Internal error')(request);
    const speaks = chat(answer);
    const mine = await vendor('ears-fail', (request) => deaf(request) || speaks(request));
    const settings = { model: `${mine}/talk`, fallbacks: { transcriber: ['openai-compatible'] } };
    const call = await asked('ears-fail', settings);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(saidBy(call, 'user').join(' ')).toContain('tickets');
    expect(ownWarnings(call).some((text) => text.includes('listens from here on'))).toBe(true);
  });
});
