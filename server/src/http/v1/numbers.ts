import type { routes } from '@parley/contract';
import { RequestError } from '../../kernel/request-error.ts';
import { addNumber } from '../../numbers/add-number.ts';
import { availableNumbers } from '../../numbers/available-numbers.ts';
import { changeNumber } from '../../numbers/change-number.ts';
import { connectNumbers } from '../../numbers/connect-numbers.ts';
import { findNumber, listNumbers } from '../../numbers/owned-numbers.ts';
import { releaseNumber } from '../../numbers/release-number.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

function noSuchNumber(numberId: string): RequestError {
  const message = `There is no number ${numberId}. GET /v1/numbers lists yours.`;
  return new RequestError('not_found', message, { param: 'number_id' });
}

export function listNumbersEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listNumbers> {
  return async ({ principal }) => {
    const numbers = await listNumbers(api.db, principal.accountId);
    return { body: { data: numbers, total: numbers.length } };
  };
}

export function listAvailableNumbersEndpoint(
  api: ApiDependencies,
): EndpointHandler<typeof routes.listAvailableNumbers> {
  return async ({ principal, query }) => ({
    body: await availableNumbers(api.db, await api.sellers.toBuy(principal.accountId), query),
  });
}

export function addNumberEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.addNumber> {
  return async ({ principal, body }) => {
    const number = await addNumber(api.db, principal, api.sellers, body);
    return { body: number, headers: { location: `${api.publicUrl()}/v1/numbers/${number.number_id}` } };
  };
}

export function connectNumbersEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.connectNumbers> {
  return async ({ principal, body }) => {
    const numbers = await connectNumbers(api.db, principal, body);
    return { body: { data: numbers, total: numbers.length } };
  };
}

export function getNumberEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getNumber> {
  return async ({ principal, params }) => {
    const number = await findNumber(api.db, principal.accountId, params.number_id!);
    if (!number) throw noSuchNumber(params.number_id!);
    return { body: number };
  };
}

export function updateNumberEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.updateNumber> {
  return async ({ principal, params, body }) => {
    const number = await changeNumber(api.db, principal, params.number_id!, body);
    if (!number) throw noSuchNumber(params.number_id!);
    return { body: number };
  };
}

export function deleteNumberEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.deleteNumber> {
  return async ({ principal, params }) => {
    if (!(await releaseNumber(api.db, principal, api.sellers, params.number_id!)))
      throw noSuchNumber(params.number_id!);
    return { body: undefined };
  };
}
