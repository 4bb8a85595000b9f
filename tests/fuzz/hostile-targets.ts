import fc from 'fast-check';
import { type DocumentedOperation, operations } from './documented-operations.ts';
import type { Expectation } from './fuzz-request.ts';
import { type ReferencedPrefix, reference } from './references.ts';

export interface Target {
  intent: string;
  target: string;
  expectation: Expectation;
}

const prefixOf: Record<string, ReferencedPrefix> = {
  agent_id: 'agent',
  call_id: 'call',
  batch_id: 'batch',
  softphone_id: 'sfp',
  suppression_id: 'sup',
  webhook_id: 'whk',
  delivery_id: 'dlv',
  key_id: 'key',
  user_id: 'usr',
  number_id: 'num',
  trunk_id: 'trk',
  carrier_id: 'crr',
  provider_id: 'prv',
  document_id: 'doc',
};

/** The path with ids of what was made, most of the time. */
export function validPath(operation: DocumentedOperation): fc.Arbitrary<string> {
  const isChange = operation.method !== 'GET' && operation.path.startsWith('/agents/');
  return fc.tuple(fc.nat(1000), fc.nat(9)).map(([index, dice]) => {
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'version') return String(index % 4);
      const prefix = prefixOf[name]!;
      if (dice === 0) return `${prefix}_${'0'.repeat(26)}`;
      if (prefix === 'agent') return reference(prefix, index, isChange ? 's' : 'a');
      return reference(prefix, index, prefix === 'whk' && operation.name === 'redeliver' ? 'd' : 'a');
    });
    return `/v1${filled}`;
  });
}

/** Percent-encoding that means something else than it looks like, or nothing at all. */
const encodings = fc.constantFrom(
  ...[
    '%00',
    '%',
    '%zz',
    '%c0%af',
    '%ed%a0%80',
    '%ff',
    '%2e%2e',
    '%2e%2e%2f',
    '%252e',
    '%2F',
    '%5c',
    '%0d%0a',
    '%u0041',
  ],
  ...['..', '.', '~', "'", '"', '\\', ';x=1', '*', '{call_id}', '|', '%F0%9F%91%8D', '+', '__proto__', '%20'],
);
/** What no text of a request may contain, in any place. */
const refusedEncodings = ['%00', '%', '%zz', '%c0%af', '%ed%a0%80', '%ff', '%u0041'];

const withParameters = operations.filter(({ path }) => path.includes('{'));

/** An id with percent-encoding in it. */
export const hostileIds: fc.Arbitrary<Target & { method: string }> = fc
  .tuple(fc.constantFrom(...withParameters), encodings, fc.constantFrom('x', ''))
  .chain(([operation, encoding, before]) =>
    fc.constantFrom(...operation.path.matchAll(/\{(\w+)\}/g)).map(([placeholder]) => {
      const path = operation.path
        .replace(placeholder, `${before}${encoding}`)
        .replace(/\{\w+\}/g, `x_${'0'.repeat(26)}`);
      const refused: Expectation = { kind: 'refused', status: 400, param: placeholder.slice(1, -1) };
      return {
        intent: `an id with ${encoding}`,
        method: operation.method,
        target: `/v1${path}`,
        expectation: refusedEncodings.includes(encoding) ? refused : ({ kind: 'any' } as const),
      };
    }),
  );

const notFound: Expectation = { kind: 'refused', status: 404 };

/** Paths that lead nowhere, or where they should not. */
export const strangePaths: fc.Arbitrary<Target> = fc.oneof(
  fc
    .constantFrom(
      '/',
      '/v1',
      '/v1/',
      '/v2/calls',
      '/call',
      '/v1/call/',
      '/v1//calls',
      '//v1/calls',
      '/V1/calls',
      '/v1/CALLS',
    )
    .map((target) => ({ intent: 'a path that leads nowhere', target, expectation: notFound })),
  fc
    .constantFrom(
      '/favicon.ico',
      '/.env',
      '/v1/__proto__',
      '/v1/constructor',
      '/v1/agents/a/b/c/d',
      '/recordings/x/y/z',
    )
    .map((target) => ({ intent: 'a path that leads nowhere', target, expectation: notFound })),
  fc
    .constantFrom(
      '/v1/../v1/calls',
      '/v1/%2e%2e/calls',
      '/v1/calls%2f',
      '/v1/%63alls',
      '/v1/calls%00',
      '/v1/calls;a=b',
      '*',
    )
    .map((target) => ({ intent: 'a path in disguise', target, expectation: { kind: 'any' } as const })),
  fc
    .constantFrom(
      '/recordings/x/mixed.wav',
      '/recordings/%00/mixed.wav',
      '/recordings/..%2f..%2f/mixed.wav?expires=1&signature=x',
    )
    .map((target) => ({ intent: 'a recording that is none', target, expectation: { kind: 'any' } as const })),
  fc.tuple(encodings, fc.integer({ min: 1, max: 3000 })).map(([part, times]) => ({
    intent: 'a long path',
    target: `/v1/calls/${part.repeat(times)}`.slice(0, 15_000),
    expectation: { kind: 'any' } as const,
  })),
  fc.string({ unit: 'binary-ascii', maxLength: 60 }).map((text) => ({
    intent: 'a random path',
    target: `/${text.replace(/[^\x21-\x7e]/g, '')}`,
    expectation: { kind: 'any' } as const,
  })),
  fc
    .constantFrom('/healthz', '/readyz', '/docs', '/v1/openapi.json')
    .map((target) => ({ intent: 'a public path', target, expectation: { kind: 'any' } as const })),
);
