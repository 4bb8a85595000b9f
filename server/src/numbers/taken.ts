import { RequestError } from '../kernel/request-error.ts';

export function taken(phone: string, param = 'phone_number'): RequestError {
  return new RequestError('conflict', `${phone} is taken.`, { param });
}

export function soldAlready(phone: string): RequestError {
  const message = `${phone} is taken. GET /v1/numbers/available offers numbers that are free.`;
  return new RequestError('conflict', message, { param: 'phone_number' });
}
