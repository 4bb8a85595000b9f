import { describe, expect, it } from 'vitest';
import { schemaCheck } from './json-schema-check.ts';

const of = (properties: Record<string, object>) => schemaCheck({ type: 'object', properties });

describe('patterns of a schema', () => {
  it('are each compared with their own text', () => {
    const check = of({ code: { pattern: '^[A-Z]+$' }, day: { pattern: '^\\d+$' } });
    expect(check({ code: 'AB', day: '12' })).toBe(null);
    expect(check({ code: '12', day: 'AB' })).toBe(
      '/code must match pattern "^[A-Z]+$"; /day must match pattern "^\\d+$"',
    );
  });

  it('that would take exponential time elsewhere are decided at once', () => {
    expect(of({ a: { pattern: '^(a|a)*$' } })({ a: `${'a'.repeat(5000)}!` })).toContain('must match pattern');
  });

  it('are compared with so much text, and with more the next time', () => {
    const check = of({ a: { type: 'array', items: { pattern: '^(?:[a-z]{1,100}-){2}$' } } });
    const long = { a: Array(100).fill('a'.repeat(500)) };
    expect(check(long)).toBe('it has more text than its patterns can be compared with');
    expect(check({ a: ['a-b-'] })).toBe(null);
    expect(check(long)).not.toBe(null);
  });

  it('that no text may be compared with are no schema', () => {
    expect(() => of({ a: { pattern: '(?=a)' } })).toThrow(/lookarounds/);
  });
});
