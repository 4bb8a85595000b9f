import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('writes a line for each row, and nothing for null', () => {
  expect(csvLine(['a', 5, true, null, ''])).toBe('a,5,true,,\r\n');
});

it('quotes what would end a cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'x;y', ' blank '])).toBe(
    '"a,b","say ""hi""","two\nlines","x;y"," blank "\r\n',
  );
});

it.each([
  '=1+1',
  '+12025550101+1',
  '+1202',
  '+0123456789',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '\u0000=1',
  '＝1',
  '＋1',
])('lets no cell start a formula: %j', (text) => {
  const line = csvLine([text]);
  expect(line.replace(/^"/, '').startsWith(`'${text}`)).toBe(true);
});

it('leaves whole telephone numbers as they are, so that they can be read again', () => {
  expect(csvLine(['+12025550101', '+4915112345678'])).toBe('+12025550101,+4915112345678\r\n');
});

it('leaves what is no formula as it is', () => {
  expect(csvLine(['1+1', 'a=b', -5, "'quoted'", 'e@mail'])).toBe("1+1,a=b,-5,'quoted',e@mail\r\n");
});
