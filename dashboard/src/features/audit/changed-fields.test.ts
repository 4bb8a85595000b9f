import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('names what differs, and nothing else', () => {
  const before = { name: 'A', turn_taking: { end_ms: 1, reminder_ms: 2 }, outcomes: ['x'], message: null };
  const after = { name: 'B', turn_taking: { end_ms: 1, reminder_ms: 3 }, outcomes: ['x', 'y'], message: 'Hello' };
  expect(changedFields(before, after)).toEqual([
    { name: 'name', before: 'A', after: 'B' },
    { name: 'turn_taking.reminder_ms', before: '2', after: '3' },
    { name: 'outcomes', before: '["x"]', after: '["x","y"]' },
    { name: 'message', before: 'none', after: 'Hello' },
  ]);
});

it('names all that was made, and all that was taken away', () => {
  expect(changedFields(null, { name: 'A' })).toEqual([{ name: 'name', before: undefined, after: 'A' }]);
  expect(changedFields({ name: 'A' }, null)).toEqual([{ name: 'name', before: 'A', after: undefined }]);
  expect(changedFields(null, null)).toEqual([]);
});
