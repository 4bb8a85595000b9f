import { expect, test } from 'vitest';
import { TimeZone } from './time-zone.ts';

test.each([
  ...['UTC', 'utc', 'GMT', 'EST', 'GB', 'PST8PDT', 'Etc/GMT+5', 'America/New_York', 'Asia/Kolkata', 'Asia/Calcutta'],
  ...['America/Argentina/Buenos_Aires', 'Japan', 'NZ-CHAT', 'W-SU'],
])('%s is the name of a time zone', (name) => {
  expect(TimeZone.safeParse(name).success).toBe(true);
});

test.each([
  ...[
    '',
    '+01:00',
    '-00:00',
    '+0545',
    '+01',
    '\u221201:00',
    'Z',
    'UTC+1',
    'GMT+1',
    'JST',
    'IST',
    'PST',
    'Mars/Olympus',
  ],
  ...[' UTC', 'America/New York', '../../etc/passwd', '01:00'],
])('%s is none', (name) => {
  expect(TimeZone.safeParse(name).success).toBe(false);
});
