import type { CallSummary } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { changePages, distinctCalls, withNewHead } from './call-pages.ts';
import { sampleCall, samplePage } from './testing/sample-call.ts';

/** A call whose identifier and time both grow with the number. */
const call = (number: number, fields: Partial<CallSummary> = {}) =>
  sampleCall({ call_id: `call_${String(number).padStart(3, '0')}`, created_at: number, ...fields });
const calls = (...numbers: number[]) => numbers.map((number) => call(number));
const numbersOf = (pages: Parameters<typeof distinctCalls>[0]) =>
  distinctCalls(pages).map(({ created_at }) => created_at);

test('a call that is on two pages is listed once', () => {
  expect(numbersOf([samplePage(calls(3, 2)), samplePage(calls(2, 1))])).toEqual([3, 2, 1]);
});

describe('changePages', () => {
  const pages = [samplePage(calls(3, 2)), samplePage(calls(1))];

  test('without a change everything is what it was', () => {
    expect(changePages(pages, (one) => one)).toBe(pages);
  });

  test('a page without a change is what it was, and a call may be left out', () => {
    const changed = changePages(pages, (one) => (one.created_at === 1 ? null : one));
    expect(changed[0]).toBe(pages[0]);
    expect(numbersOf(changed)).toEqual([3, 2]);
  });
});

describe('withNewHead', () => {
  test('new calls come before those that are there', () => {
    const pages = [samplePage(calls(4, 3), true), samplePage(calls(2, 1))];
    expect(numbersOf(withNewHead(pages, samplePage(calls(5, 4), true)))).toEqual([5, 4, 3, 2, 1]);
  });

  test('a call that the head leaves out is no longer in the list', () => {
    const pages = [samplePage(calls(4, 3, 2), true)];
    expect(numbersOf(withNewHead(pages, samplePage(calls(4, 2), true)))).toEqual([4, 2]);
  });

  test('when more came than the head holds, the list begins anew', () => {
    const pages = [samplePage(calls(2, 1), true)];
    expect(numbersOf(withNewHead(pages, samplePage(calls(9, 8), true)))).toEqual([9, 8]);
  });

  test('a head that is all there is replaces everything', () => {
    expect(numbersOf(withNewHead([samplePage(calls(3, 2, 1))], samplePage(calls(3))))).toEqual([3]);
  });

  test('an event that came while the head was read is not undone', () => {
    const ended = call(2, { phase: 'ended', status: 'completed' });
    const [head] = withNewHead([samplePage([ended])], samplePage([call(2, { phase: 'talking', status: 'active' })]));
    expect(head?.data[0]?.phase).toBe('ended');
  });

  test('calls of the same second are in the order of their identifiers', () => {
    const same = [3, 2, 1].map((number) => call(number, { created_at: 7 }));
    const pages = [samplePage(same, true)];
    const [head] = withNewHead(pages, samplePage(same.slice(0, 2), true));
    expect(head?.data.map(({ call_id }) => call_id)).toEqual(['call_003', 'call_002', 'call_001']);
  });
});
