import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import type { FuzzAnswer } from './answer.ts';
import type { HttpRequest } from './fuzz-request.ts';
import { complaintsAbout, complaintsAboutAnswerTo, jsonOf } from './judge.ts';
import { Resources } from './references.ts';
import { Sender } from './send.ts';

let service: Service;
let sender: Sender;

beforeAll(async () => {
  service = await Service.start({ PARLEY_LOG_LEVEL: 'error' });
  const keys = { full: [service.apiKey], restricted: [] };
  sender = new Sender(service.address.port, keys, new Resources([]), 1);
});
afterAll(async () => {
  sender?.close();
  await service?.remove();
});

const codeOf = ({ body }: FuzzAnswer) => (jsonOf(body) as { error?: { code?: unknown } }).error?.code;

async function send(request: Pick<HttpRequest, 'method' | 'target'> & Partial<HttpRequest>): Promise<FuzzAnswer> {
  const whole: HttpRequest = {
    form: 'http',
    intent: 'a regression',
    headers: {},
    key: 'full',
    body: null,
    expectation: { kind: 'any' },
    ...request,
  };
  const answer = await sender.http(whole);
  expect(complaintsAboutAnswerTo(whole, answer)).toEqual([]);
  return answer;
}

test('CONNECT is answered, not cut off', async () => {
  const bytes = Buffer.from('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
  const answers = await sender.raw({ form: 'raw', intent: 'CONNECT', bytes, cuts: [], answers: 1 });
  expect(answers.map(({ status }) => status)).toEqual([404]);
  expect(complaintsAbout(answers[0]!)).toEqual([]);
});

test('nothing is at a path, whatever the method and the body are', async () => {
  for (const method of ['QUERY', 'PROPFIND', 'POST', 'PUT', 'M-SEARCH']) {
    const answer = await send({ method, target: '/v1/nothing', headers: { 'content-type': 'text/plain' }, body: null });
    expect([method, answer.status, codeOf(answer)]).toEqual([method, 404, 'not_found']);
  }
  for (const body of ['{', 'x'.repeat(2 * 1024 * 1024)]) {
    const answer = await send({ method: 'POST', target: '/v1/nothing', body: Buffer.from(body) });
    expect(codeOf(answer)).toBe('not_found');
  }
});

test('a known path tells its methods to one that it has not, without looking at a body', async () => {
  const answer = await send({ method: 'QUERY', target: '/v1/calls' });
  expect([answer.status, answer.headers.allow]).toEqual([404, 'GET, HEAD']);
});
