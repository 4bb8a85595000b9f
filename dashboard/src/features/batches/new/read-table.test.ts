import { describe, expect, it } from 'vitest';
import { readFile, readText } from './read-table.ts';

const cells = async (text: string) => (await readText(text)).rows.map((row) => row.cells);
const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'people.csv');

describe('reading a table', () => {
  it.each([',', ';', '\t'])('with %j between cells', async (separator) => {
    const text = [`name${separator}phone`, `"A${separator} ""B"""${separator}+12025550101`].join('\r\n');
    expect(await cells(text)).toEqual([
      ['name', 'phone'],
      [`A${separator} "B"`, '+12025550101'],
    ]);
  });

  it('keeps line breaks in quotes, and markup as it is', async () => {
    expect(await cells('a,b\n"x\ny",<img src=x onerror=alert(1)>')).toEqual([
      ['a', 'b'],
      ['x\ny', '<img src=x onerror=alert(1)>'],
    ]);
  });

  it('reads UTF-8 with and without a byte order mark, and what older spreadsheets write', async () => {
    const utf8 = new TextEncoder().encode('\uFEFFphone,name\n+12025550101,Zoë');
    const read = await readFile(file(utf8));
    expect([read.rows[0]!.cells[0], read.rows[1]!.cells[1], read.warning]).toEqual(['phone', 'Zoë', null]);
    const windows = new Uint8Array([...utf8.slice(3, -2), 0xeb]);
    const older = await readFile(file(windows));
    expect(older.rows[1]!.cells[1]).toBe('Zoë');
    expect(older.warning).toContain('Windows-1252');
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...'a\tb'].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    expect((await readFile(file(utf16))).rows[0]!.cells).toEqual(['a', 'b']);
  });

  it('takes 10 000 rows under their names, and not one more', async () => {
    const rows = (count: number) => `phone\n${'+12025550101\n'.repeat(count)}`;
    expect((await readText(rows(10_000))).rows).toHaveLength(10_001);
    await expect(readText(rows(10_001))).rejects.toThrow('10,000');
  });

  it('says what cannot be read', async () => {
    await expect(readText(' \n \n')).rejects.toThrow('nothing');
    await expect(readText('a,"b\nc')).rejects.toThrow('quote');
    await expect(readFile(file(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0])))).rejects.toThrow(
      'Save the spreadsheet as CSV',
    );
  });
});
