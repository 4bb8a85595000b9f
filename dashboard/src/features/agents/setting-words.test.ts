import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';
import { settingWords } from './setting-words.ts';

test('one variable that is changed is one line that differs, wherever it is written', () => {
  const before = settingWords({ company: 'Riverside Dental', day: 'Thursday', time: '3:30 pm' });
  const after = settingWords({ day: 'Thursday', time: '3:30 pm', company: 'Pizzeria Bella' });
  expect(lineDiff(before, after).map(({ kind, text }) => [kind, text])).toEqual([
    ['removed', 'company: Riverside Dental'],
    ['added', 'company: Pizzeria Bella'],
    ['same', 'day: Thursday'],
    ['same', 'time: 3:30 pm'],
  ]);
});

test.each([
  [null, 'none'],
  ['', 'empty'],
  [[], 'none'],
  [{}, 'none'],
  [['booked', 'informed'], 'booked\ninformed'],
  [{ reminder_ms: 7000, end_ms: 10000 }, 'end_ms: 10000\nreminder_ms: 7000'],
])('%j is read as %j', (value, words) => expect(settingWords(value)).toBe(words));
