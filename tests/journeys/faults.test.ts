import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, chat, type Fault, finish, hangs, refuses, write, writes } from '../support/fault-server.ts';
import {
  ANSWER,
  APOLOGY,
  FaultyCalls,
  FILLER,
  GREETING,
  LONGEST_PAUSE_S,
  STILL,
  saidBy,
} from '../support/faulty-calls.ts';
import { pauseOf } from '../support/pauses.ts';
import { ownWarnings } from '../support/warnings.ts';

const page = writes((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi'));

let calls: FaultyCalls;

beforeAll(async () => {
  calls = await FaultyCalls.start();
});

afterAll(() => calls?.close());

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
    const call = await calls.asked(name, { model: `${await calls.vendor(name, chat(fault))}/talk` });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'llm_error' });
    const said = saidBy(call, 'agent');
    expect([said[0], said.at(-1)]).toEqual([GREETING, APOLOGY]);
    expect(saidBy(call, 'user').join(' ')).toMatch(/^two tickets please/);
    const warnings = ownWarnings(call);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
    expect(calls.service.output).toContain(call.call_id);
    expect(call.transcript.some((turn: any) => turn.interrupted)).toBe(false);
  });
});

describe.concurrent('a model that opens the call', () => {
  const [TALKER, SILENT] = ['+12025550101', '+12025550110'];

  test.each([
    ['opens-never', SILENT, hangs],
    ['opens-never-after-hello', TALKER, hangs],
    ['opens-empty', SILENT, writes((response) => finish(response))],
    ['opens-429', TALKER, refuses(429, 'Too many requests')],
  ])('%s: fillers, then an apology', async (name, number, fault) => {
    const call = await calls.placed(name, number, { model: `${await calls.vendor(name, chat(fault))}/talk` });
    expect(await pauseOf(call, 'answer')).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'llm_error' });
    expect(saidBy(call, 'agent').at(-1)).toBe(APOLOGY);
  });

  test('it is filled for while it is slow', async () => {
    const slow = chat((request) => {
      setTimeout(() => answer(request, ANSWER), 4000);
      return true;
    });
    const call = await calls.placed('opens-late', SILENT, { model: `${await calls.vendor('opens-late', slow)}/talk` });
    expect(await pauseOf(call, 'answer')).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    const said = saidBy(call, 'agent');
    expect([said[0], said.at(-1)]).toEqual([FILLER, ANSWER]);
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
    const call = await calls.asked('drops-socket', { model: `${await calls.vendor('drops-socket', drops)}/talk` });
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
      setTimeout(() => answer(request, ANSWER), delayMs);
      return true;
    });
    const call = await calls.asked(name, { model: `${await calls.vendor(name, slow)}/talk` });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    const said = saidBy(call, 'agent').slice(1);
    expect([said[0], said.at(-1)]).toEqual([FILLER, ANSWER]);
    expect(said.slice(1, -1).join(' ')).toMatch(more);
  });

  test('one filler and silence are heard, where the agent is set so', async () => {
    const slow = chat((request) => {
      setTimeout(() => answer(request, ANSWER), 6500);
      return true;
    });
    const model = `${await calls.vendor('silence', slow)}/talk`;
    const call = await calls.asked('silence', { model, waiting: 'silence' });
    expect(saidBy(call, 'agent')).toEqual([GREETING, FILLER, ANSWER]);
    expect(await pauseOf(call)).toBeGreaterThan(LONGEST_PAUSE_S);
  });

  test('music is heard instead of more words, where the agent is set so', async () => {
    const slow = chat((request) => {
      setTimeout(() => answer(request, ANSWER), 6500);
      return true;
    });
    const call = await calls.asked('music', { model: `${await calls.vendor('music', slow)}/talk`, waiting: 'music' });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(saidBy(call, 'agent')).toEqual([GREETING, FILLER, ANSWER]);
  });

  test('a model whose first act is to hang up says something first', async () => {
    const leaves = chat(({ response }) => {
      finish(response, 'end_call', { outcome: 'success' });
      return true;
    });
    const model = `${await calls.vendor('hangs-up', leaves)}/talk`;
    const call = await calls.asked('hangs-up', { model });
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    expect(ownWarnings(call)).toEqual([]);
  });

  test('the caller’s words never give a dead model more time, and the reply is not spoken over them', async () => {
    const model = `${await calls.vendor('talked-into', chat(hangs))}/talk`;
    let asksAgain = true;
    const call = await calls.asked('talked-into', { model }, async (caller) => {
      void caller.ended().then(() => {
        asksAgain = false;
      });
      for (let times = 0; times < 4 && asksAgain; times += 1) {
        await Promise.race([caller.agentStopped(), caller.ended()]);
        if (asksAgain) await Promise.race([caller.say(calls.question.samples), caller.ended()]);
      }
    });
    expect(call).toMatchObject({ status: 'failed', end_reason: 'llm_error' });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    const asking = call.transcript.find((turn: any) => turn.role === 'user');
    const apology = call.transcript.find((turn: any) => turn.text === APOLOGY);
    expect(apology.start - asking.end).toBeLessThanOrEqual(10);
  });

  test('a transcriber that fails is replaced by a fallback, which gets what was said meanwhile', async () => {
    const refusesTranscription: Fault = (request) =>
      request.route === '/audio/transcriptions' && refuses(500, 'Internal error')(request);
    const speaks = chat((request) => answer(request, ANSWER));
    const mine = await calls.vendor('ears-fail', (request) => refusesTranscription(request) || speaks(request));
    const settings = { model: `${mine}/talk`, fallbacks: { transcriber: ['openai-compatible'] } };
    const call = await calls.asked('ears-fail', settings);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(saidBy(call, 'user').join(' ')).toContain('tickets');
    expect(ownWarnings(call).some((text) => text.includes('listens from here on'))).toBe(true);
  });
});
