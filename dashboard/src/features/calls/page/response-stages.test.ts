import { expect, test } from 'vitest';
import { scaleOf } from './response-stages.ts';

test('all turns have one scale, with room for what was prepared ahead', () => {
  const scale = scaleOf([
    { response_ms: 610, speculated: true, stages: [{ stage: 'model', start_ms: -140, end_ms: 210 }] },
    { response_ms: 480, speculated: false, stages: [{ stage: 'playout', start_ms: 440, end_ms: 480 }] },
  ]);
  expect(scale).toEqual({ fromMs: -200, toMs: 700 });
});
