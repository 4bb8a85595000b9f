import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProviderError } from './provider-error.ts';
import { Succession } from './succession.ts';

const ERROR = new ProviderError('llm', 'x', 'down', { retryable: false });

function successionOf(count: number, open: Set<number> = new Set()) {
  const warnings: string[] = [];
  const succession = new Succession({
    role: 'llm',
    candidates: Array.from({ length: count }, (_, index) => index),
    nameOf: String,
    breaker: { isOpen: (_role, name) => open.has(Number(name)), failed: () => undefined, succeeded: () => undefined },
    onWarning: (code, message) => warnings.push(`${code}: ${message}`),
  });
  return { succession, warnings };
}

describe('a succession', () => {
  it('goes on to the next once, however many notice', () => {
    const { succession, warnings } = successionOf(3);
    expect(succession.fallBack(0, ERROR)).toBe(true);
    expect(succession.fallBack(0, ERROR)).toBe(true);
    expect(succession.current).toBe(1);
    expect(warnings).toEqual(['llm_fallback: x: down; 1 answers from here on']);
  });

  it('ends with the last', () => {
    const { succession } = successionOf(1);
    expect(succession.fallBack(0, ERROR)).toBe(false);
    expect(succession.current).toBe(0);
  });

  it('never goes back, never passes over one that works, and warns of every step', () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('toggle' as const), index: fc.nat(4) }),
      fc.record({ type: fc.constant('fail' as const), index: fc.nat(4) }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 30 }), (count, steps) => {
        const open = new Set<number>();
        const { succession, warnings } = successionOf(count, open);
        let before = succession.current;
        let moves = 0;
        for (const { type, index } of steps) {
          if (type === 'toggle') open.has(index) ? open.delete(index) : open.add(index);
          else if (index < count) succession.fallBack(index, ERROR);
          const now = succession.current;
          expect(now).toBeGreaterThanOrEqual(before);
          if (open.has(now))
            expect(Array.from({ length: count - now }, (_, ahead) => open.has(now + ahead))).not.toContain(false);
          if (now > before) moves += 1;
          before = now;
        }
        expect(warnings.length).toBeGreaterThanOrEqual(moves);
      }),
    );
  });
});
