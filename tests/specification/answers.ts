import { expect } from 'vitest';

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

/** Section 7, written down once more: what the service says is held against this, not against its own table. */
const codes: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'unprocessable',
  429: 'rate_limited',
  500: 'server_error',
};

/** An error of section 7 with this status. `param`: exactly this one; null: none; left out: whichever. */
export function expectError(answer: Answer, status: number, param?: string | null): void {
  expect({ status: answer.status, ...answer.body?.error }).toMatchObject({
    status,
    code: codes[status],
    message: expect.stringMatching(/\S/),
  });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(Object.keys(answer.body)).toEqual(['error']);
  const { code, message, ...rest } = answer.body.error;
  if (param === null) expect(rest).toEqual({});
  else if (param === undefined) expect(Object.keys(rest).filter((key) => key !== 'param')).toEqual([]);
  else expect(rest).toEqual({ param });
}

/** Exactly these fields, whatever their order. */
export function expectFields(object: object, fields: readonly string[]): void {
  expect(Object.keys(object).sort()).toEqual([...fields].sort());
}

/** The value as the specification has it: a whole number of seconds since 1970, from this year and not from the future. */
export function expectUnixSeconds(value: unknown): void {
  expect(Number.isInteger(value)).toBe(true);
  expect(Math.abs(Number(value) - Date.now() / 1000)).toBeLessThan(3600);
}

export const isUlid = (id: string, prefix: string) => new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`).test(id);
