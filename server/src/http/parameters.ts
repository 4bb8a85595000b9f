import { NoQuery } from '@parley/contract';
import type { z } from 'zod';
import { namedParam, paramPath } from '../kernel/param-path.ts';
import { RequestError } from '../kernel/request-error.ts';
import { validated } from '../kernel/validation.ts';
import { isStorableText, refuseUnstorableText, unstorableText } from './body/storable-text.ts';

/** The parameters of a path, which hold text. Whether they name anything is another question. */
export function checkedParams(params: unknown): Record<string, string> {
  for (const [name, value] of Object.entries(params as Record<string, string>)) {
    if (!isStorableText(value)) throw unstorableText([name]);
  }
  return params as Record<string, string>;
}

/** The parameters of a query, each of which is known, is given once and holds text. Without a schema there are none. */
export function checkedQuery<Query extends z.ZodType = typeof NoQuery>(
  query: unknown,
  schema?: Query | undefined,
): z.infer<Query> {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (!Array.isArray(value)) continue;
    throw new RequestError('invalid_request', `${namedParam([name])} is given more than once.`, {
      param: paramPath([name]),
    });
  }
  refuseUnstorableText(query);
  return validated(schema ?? NoQuery, query) as z.infer<Query>;
}
