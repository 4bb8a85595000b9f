import { expect, it } from 'vitest';
import { personaFor } from './personas.ts';
import { TransferCourse } from './transfer-course.ts';

it.each([
  ['+12025550101', [20, 180], [520, 200]],
  ['+12025550102', [20, 486]],
  ['+12025550103', [20, 180], [20_020, 480]],
  ['+12025550105', [20, 180], [520, 603]],
  ['+12025550113', [20, 180], [6020, 200]],
])('a person who is transferred to %s hears what a caller of it would', (number, ...expected) => {
  const course = new TransferCourse(personaFor(number).ringing);
  const told: number[][] = [];
  for (let atMs = 20; atMs <= 60_000; atMs += 20) {
    const status = course.tick();
    if (status !== null) told.push([atMs, status]);
  }
  expect(told).toEqual(expected);
});
