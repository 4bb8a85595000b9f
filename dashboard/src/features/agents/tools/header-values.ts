import type { ToolHeader } from '@parley/contract';

/** A header as a form has it. Of a secret that is stored, the value is null. */
export type HeaderValues = Omit<ToolHeader, 'value_set'>;

/** A tool that may have secrets in its headers. */
interface WithHeaders {
  name: string;
  url: string;
  headers?: readonly { name: string; value?: string | null; secret?: boolean; value_set?: boolean }[] | undefined;
}

export const emptyHeader: HeaderValues = { name: '', value: '', secret: false };

export function headerValuesOf({ headers = [] }: WithHeaders): HeaderValues[] {
  return headers.map(({ name, value = null, secret = false }) => ({ name, value, secret }));
}

/** Scheme, host and port of an address that may hold variables behind them. */
function originOf(url: string): string | null {
  return URL.parse(url.replace(/\{\{[^{}]*\}\}/g, 'x'))?.origin ?? null;
}

/** Whether the service keeps the secret of this header: it does for the same tool at the same host. */
export function isKept(header: HeaderValues, tool: WithHeaders, before: WithHeaders | null): boolean {
  if (before === null || !header.secret || header.value !== null) return false;
  if (before.name !== tool.name || originOf(before.url) !== originOf(tool.url)) return false;
  return (before.headers ?? []).some(
    ({ name, secret, value, value_set: isSet }) =>
      secret === true && value === null && isSet === true && name.toLowerCase() === header.name.toLowerCase(),
  );
}

/** As the contract has them. */
export function givenHeadersOf(headers: readonly HeaderValues[], tool: WithHeaders, before: WithHeaders | null) {
  return headers.map((header) => ({ ...header, value_set: header.value !== null || isKept(header, tool, before) }));
}

/** By path, `headers.1.value`: secrets that are not there. */
export function headerProblems(
  headers: readonly HeaderValues[],
  tool: WithHeaders,
  before: WithHeaders | null,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, header] of headers.entries()) {
    if (header.value === '') problems[`headers.${index}.value`] = 'Fill this in.';
    else if (header.value === null && !isKept(header, tool, before)) {
      problems[`headers.${index}.value`] =
        'Enter it again. A secret is only kept for the same tool, header and host, so that it is not sent anywhere else.';
    }
  }
  return problems;
}
