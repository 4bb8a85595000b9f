import pg from 'pg';

/** Object identifiers of PostgreSQL's built-in types (src/include/catalog/pg_type.dat); they never change. */
const DATE = 1082;
const INT8 = 20;
const INT8_ARRAY = 1016;

const TEXT_ARRAY = 1009;

const parseTextArray = (pg.types.getTypeParser as (id: number) => (text: string) => (string | null)[])(TEXT_ARRAY);

/**
 * How our connections read values. Differs from pg's defaults in `int8`, which pg gives as a string, and in `date`,
 * which pg makes a Date at midnight of wherever the process runs.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (id === INT8) return parseInt8;
      if (id === INT8_ARRAY)
        return (text: string) => parseTextArray(text).map((item) => (item === null ? null : parseInt8(item)));
      if (id === DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(id, format as 'text');
  },
};

/** A count or an identifier fits a number; what does not must not lose digits silently. */
function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
