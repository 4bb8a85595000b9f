import { describe, expect, test } from 'vitest';
import { writeFor } from '../../format/reader.ts';
import { CallsSearch, filterCount, filtersOf, matches } from './call-filters.ts';
import { sampleCall } from './testing/sample-call.ts';

describe('the address', () => {
  test('what is not understood is left out', () => {
    const search = CallsSearch.parse({ status: 'sleeping', range: 'ever', from: 'now', sentiment: 'positive' });
    expect(search.status).toBeUndefined();
    expect(search.range).toBeUndefined();
    expect(search.from).toBeUndefined();
    expect(search.sentiment).toBe('positive');
  });

  test.each(['+1202', ' 1202', 1202, '1202'])('%j is the beginning of a number', (phone) => {
    expect(CallsSearch.parse({ phone }).phone).toBe('+1202');
  });

  test.each(['+', 'abc', '+0123', '+1234567890123456'])('%j is none', (phone) => {
    expect(CallsSearch.parse({ phone }).phone).toBeUndefined();
  });
});

test('days are those of the reader', () => {
  writeFor({ language: 'en-US', timeZone: 'America/New_York' });
  const now = Date.UTC(2026, 10, 22, 3, 0);
  expect(filtersOf({ range: 'today', status: 'failed' }, now)).toEqual({
    status: 'failed',
    from: String(Date.UTC(2026, 10, 21, 5) / 1000),
  });
});

describe('matches', () => {
  test('every filter has to let the call through', () => {
    const call = sampleCall({ outcome: 'success' });
    expect(matches(call, {})).toBe(true);
    expect(matches(call, { outcome: 'success', agent_id: 'agent_1' })).toBe(true);
    expect(matches(call, { outcome: 'success', agent_id: 'agent_2' })).toBe(false);
  });

  test('the number is that of the person', () => {
    expect(matches(sampleCall(), { phone: '+12025550101' })).toBe(true);
    expect(matches(sampleCall({ direction: 'inbound' }), { phone: '+12025550101' })).toBe(false);
    expect(matches(sampleCall({ direction: 'inbound', from_number: null }), { phone: '+1' })).toBe(false);
  });

  test('the time includes its beginning, and not its end', () => {
    const call = sampleCall({ created_at: 90 });
    expect(matches(call, { from: '90', to: '91' })).toBe(true);
    expect(matches(call, { to: '90' })).toBe(false);
  });
});

test('filters in the drawer are counted, those beside it are not', () => {
  expect(filterCount({ status: 'failed', phone: '+1', range: 'today', outcome: 'busy', agent_id: 'agent_1' })).toBe(2);
});
