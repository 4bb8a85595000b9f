import { expect, test } from 'vitest';
import { KnownPaths } from './known-paths.ts';

const paths = new KnownPaths();
paths.add('/calls', ['GET', 'HEAD']);
paths.add('/calls/batch', ['POST']);
paths.add('/calls/:call_id', ['GET', 'HEAD']);
paths.add('/calls/:call_id', ['PATCH']);

test('a path has the methods of all routes that it matches', () => {
  expect(paths.methodsOf('/calls')).toEqual(['GET', 'HEAD']);
  expect(paths.methodsOf('/calls/call_1')).toEqual(['GET', 'HEAD', 'PATCH']);
  expect(paths.methodsOf('/calls/call_1/more')).toEqual([]);
  expect(paths.methodsOf('/callsXbatch')).toEqual([]);
});

test('a path that is written out is not taken for a parameter', () => {
  expect(paths.methodsOf('/calls/batch')).toEqual(['POST']);
  expect(paths.isWrongMethod('/calls/batch', 'GET')).toBe(true);
  expect(paths.isWrongMethod('/calls/batch', 'POST')).toBe(false);
  expect(paths.isWrongMethod('/calls/call_1', 'POST')).toBe(false);
});
