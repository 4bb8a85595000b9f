import { describe, expect, it } from 'vitest';
import { withKept } from './kept-columns.ts';
import { type Table, tablesIn, tablesText } from './tables.ts';

const RUNS = ['150 ms', 'built-in', '250 ms'];
const PASSED: Table = {
  title: 'Passed.',
  head: ['class', 'goal', '150 ms', '250 ms'],
  rows: [
    ['noise', '.95', '.90', '.97'],
    ['whisper', '', '', '.70'],
  ],
};
const COMMITS: Table = {
  title: 'The runs.',
  head: ['run', 'commit'],
  rows: [
    ['150 ms', 'aaaa'],
    ['250 ms', 'bbbb'],
  ],
};

describe('what was measured anew', () => {
  it('takes the place of its column, and the others stay', () => {
    const fresh = { ...PASSED, head: ['class', 'goal', '250 ms'], rows: [['noise', '.96', '.99']] };
    expect(withKept([PASSED], [fresh], RUNS)).toEqual([
      {
        ...PASSED,
        rows: [
          ['noise', '.96', '.90', '.99'],
          ['whisper', '', '', ''],
        ],
      },
    ]);
  });

  it('gets a column where there was none, in the order of runs, and a row', () => {
    const fresh = { ...PASSED, head: ['class', 'goal', 'built-in'], rows: [['pause', '.95', '.91']] };
    const commits = { ...COMMITS, rows: [['built-in', 'cccc']] };
    const [passed, runs] = withKept([PASSED, COMMITS], [fresh, commits], RUNS);
    expect(passed).toMatchObject({
      head: ['class', 'goal', '150 ms', 'built-in', '250 ms'],
      rows: [
        ['noise', '.95', '.90', '', '.97'],
        ['whisper', '', '', '', '.70'],
        ['pause', '.95', '', '.91', ''],
      ],
    });
    expect(runs!.rows.map(([run]) => run)).toEqual(RUNS);
  });

  it('leaves a table alone of which nothing was measured', () => {
    expect(withKept([PASSED, COMMITS], [{ ...PASSED, rows: [] }], RUNS)).toEqual([PASSED, COMMITS]);
  });
});

describe('tables in markdown', () => {
  it('are read as they were written', () => expect(tablesIn(tablesText([PASSED, COMMITS]))).toEqual([PASSED, COMMITS]));

  it('have no rows without a figure, and are not there without rows', () => {
    const empty = ['echo', '.95', '', ''];
    expect(tablesText([{ ...PASSED, rows: [empty] }])).toBe('');
    expect(tablesText([{ ...PASSED, rows: [...PASSED.rows, empty] }])).toBe(tablesText([PASSED]));
  });
});
