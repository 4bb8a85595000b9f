import { describe, expect, it } from 'vitest';
import { batchRows, columnNames, completePhone, guessColumns } from './columns.ts';
import { readText } from './read-table.ts';

const asked = [
  { name: 'first_name', needed: true },
  { name: 'day', needed: false },
];

describe('guessing columns', () => {
  it('finds the phone numbers and the variables by their names', async () => {
    const table = await readText('First Name;Customer number;Mobile;DAY\nAnn;17;+12025550101;Friday');
    expect(guessColumns(table, asked)).toEqual({
      ...{ hasNames: true, phone: 2, kept: [], countryCode: '' },
      variables: { first_name: 0, day: 3 },
    });
  });

  it('takes our own results', async () => {
    const table = await readText("call_id,recipient_phone,variables.first_name\ncall_1,'+12025550101,Ann");
    expect(guessColumns(table, asked)).toMatchObject({ phone: 1, variables: { first_name: 2, day: null } });
  });

  it('knows a table without names', async () => {
    const table = await readText('+12025550101\tAnn\n+12025550102\tBo');
    expect(guessColumns(table, asked)).toMatchObject({ hasNames: false, phone: 0 });
    expect(columnNames(table, false)).toEqual(['Column 1', 'Column 2']);
  });

  it('says so when it finds no phone numbers', async () => {
    expect(guessColumns(await readText('a,b\n1,2'), asked).phone).toBeNull();
  });
});

describe('rows', () => {
  it('are counted as in the file, and blank cells give no value', async () => {
    const table = await readText('phone,name,day,note\n\n+12025550101,Ann,,x\n,,,\n+12025550102,,Friday,\n');
    const columns = { ...guessColumns(table, []), variables: { name: 1, day: 2 }, kept: [3] };
    expect(batchRows(table, columns)).toEqual([
      { row: 3, phone: '+12025550101', variables: { name: 'Ann', note: 'x' } },
      { row: 5, phone: '+12025550102', variables: { day: 'Friday' } },
    ]);
  });

  it.each([
    ['+1 (202) 555-0101', '', '+12025550101'],
    ["'+12025550101", '', '+12025550101'],
    ['202.555.0101', '+1', '+12025550101'],
    ['0170 1234567', '+49', '+491701234567'],
    ['0049 170 1234567', '+49', '+491701234567'],
    ['202 555 0101', '', '2025550101'],
    ['ask Ann', '+1', 'ask Ann'],
    ['', '+1', ''],
  ])('completes %j with %j to %j', (text, code, complete) => {
    expect(completePhone(text, code)).toBe(complete);
  });
});
