import { eachInTurns } from '../kernel/in-turns.ts';

/** A list as JSON, written item by item: a page of calls may hold megabytes of variables. */
export async function listJson({ data, ...page }: { data: readonly unknown[] }): Promise<string> {
  const items: string[] = [];
  await eachInTurns(data, (item) => items.push(JSON.stringify(item)));
  const rest = JSON.stringify(page).slice(1);
  return `{"data":[${items.join(',')}]${rest === '}' ? '' : ','}${rest}`;
}

export function isList(body: unknown): body is { data: readonly unknown[] } {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}
