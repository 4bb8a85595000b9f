import { describe, expect, test } from 'vitest';
import { AnalyticsSearch, analyticsQueryOf } from './analytics-search.ts';

const NOW = Date.parse('2026-11-22T15:20:30Z');
const seconds = (text: string) => String(Date.parse(text) / 1000);

describe('analyticsQueryOf', () => {
  test('without a choice it is the last seven days, up to the present quarter of an hour', () => {
    expect(analyticsQueryOf({}, NOW, 'UTC')).toEqual({
      from: seconds('2026-11-16T00:00:00Z'),
      to: seconds('2026-11-22T15:30:00Z'),
      time_zone: 'UTC',
    });
  });

  test('an end alone has a week before it', () => {
    const query = analyticsQueryOf({ to: 1_700_000_100 }, NOW, 'UTC');
    expect(Number(query.to) - Number(query.from)).toBe(7 * 86_400);
  });

  test('a range is never empty', () => {
    const query = analyticsQueryOf({ from: 1_900_000_000 }, NOW, 'UTC');
    expect(Number(query.from)).toBeLessThan(Number(query.to));
  });

  test('a short time is shown by the hour, unless something else is asked for', () => {
    expect(analyticsQueryOf({ range: 'today' }, NOW, 'UTC').bucket).toBe('hour');
    expect(analyticsQueryOf({ range: 'today', bucket: 'day' }, NOW, 'UTC').bucket).toBe('day');
    expect(analyticsQueryOf({ range: '7d' }, NOW, 'UTC').bucket).toBeUndefined();
  });

  test('filters that are not set are not sent', () => {
    const search = AnalyticsSearch.parse({ agent_id: 'agent_1', bucket: 'fortnight', group_by: 'none' });
    expect(analyticsQueryOf(search, NOW, 'UTC')).toEqual({
      agent_id: 'agent_1',
      from: seconds('2026-11-16T00:00:00Z'),
      to: seconds('2026-11-22T15:30:00Z'),
      time_zone: 'UTC',
    });
  });
});
