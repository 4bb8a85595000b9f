import { FRAME_SAMPLES } from '@parley/audio';
import { expect, it } from 'vitest';
import type { Anticipation, AnticipationRequest } from '../provider/anticipation.ts';
import { settle } from '../testing/virtual-time.ts';
import { INITIAL_STATE, NOTHING_HEARD, type TurnState } from '../turns/turn-state.ts';
import { Anticipator } from './anticipator.ts';
import type { CallerFrame } from './caller-sound.ts';

class Ears implements Anticipation {
  readonly languages = ['en'];
  readonly requests: (AnticipationRequest & PromiseWithResolvers<string | null>)[] = [];

  hear(request: AnticipationRequest): Promise<string | null> {
    const answer = Promise.withResolvers<string | null>();
    this.requests.push({ ...request, ...answer });
    return answer.promise;
  }
}

const speaking = (text: string, tellsSoon = true): TurnState => ({
  ...INITIAL_STATE,
  hearing: { ...INITIAL_STATE.hearing, tellsSoon },
  phase: { name: 'user_speaking', sinceMs: 0, quietSinceMs: 0 } as TurnState['phase'],
  utterance: { ...NOTHING_HEARD, text, startMs: 0 },
});

/** A voice from 0 on, frame by frame. */
function opened(state: TurnState = speaking('no thank'), language = 'en-GB') {
  const ears = new Ears();
  const anticipated: [string | null, number][] = [];
  const anticipator = new Anticipator({
    anticipation: ears,
    onAnticipated: (...heard) => anticipated.push(heard),
  });
  anticipator.expect(language);
  let nowMs = 0;
  const pass = (frames: number, { quietMs = 0, untilMs = null as number | null } = {}) => {
    for (let frame = 0; frame < frames; frame += 1) {
      nowMs += 20;
      const edge = untilMs === null ? null : ({ type: 'voice_stopped', untilMs } as const);
      const narrow = new Int16Array(FRAME_SAMPLES);
      anticipator.hear({ narrow, edge, quietMs } as Partial<CallerFrame> as CallerFrame, state, nowMs);
    }
  };
  return { ears, anticipated, anticipator, pass };
}

it('asks soon after a voice has paused, and tells when it is over', async () => {
  const { ears, anticipated, pass } = opened();
  pass(100);
  pass(1, { quietMs: 20 });
  pass(1, { quietMs: 40 });
  const [request] = ears.requests;
  expect(request).toMatchObject({ told: 'no thank' });
  // From a little before its first frame on.
  expect(request!.samples).toHaveLength(102 * FRAME_SAMPLES);
  request!.resolve('No thank you');
  await settle();
  expect(anticipated).toEqual([]);
  pass(1, { quietMs: 60 });
  pass(1, { quietMs: 80, untilMs: 2000 });
  expect(anticipated).toEqual([['No thank you', 2000]]);
  expect(ears.requests).toHaveLength(1);
});

it('tells what is known later, as soon as it is', async () => {
  const { ears, anticipated, pass } = opened();
  pass(50);
  pass(1, { quietMs: 40 });
  pass(1, { quietMs: 80, untilMs: 1000 });
  ears.requests[0]!.resolve(null);
  await settle();
  expect(anticipated).toEqual([[null, 1000]]);
});

it('does not want to know it any more when the voice goes on', async () => {
  const { ears, anticipated, pass } = opened();
  pass(50);
  pass(1, { quietMs: 40 });
  pass(1);
  expect(ears.requests[0]!.signal.aborted).toBe(true);
  ears.requests[0]!.resolve('No thank you');
  await settle();
  pass(1, { quietMs: 20, untilMs: 1040 });
  expect(anticipated).toEqual([]);
});

it('hears of a long utterance the end alone, which does not begin with what was told', () => {
  const { ears, pass } = opened();
  pass(300);
  pass(1, { quietMs: 40 });
  expect(ears.requests[0]).toMatchObject({ told: null });
  expect(ears.requests[0]!.samples).toHaveLength(80 * FRAME_SAMPLES);
});

it('asks for nothing where nothing will be answered, and nothing more when it is closed', async () => {
  const silent = [
    opened(INITIAL_STATE),
    opened(speaking('nein danke'), 'de-DE'),
    opened(speaking('no', false)),
    opened(speaking('')),
  ];
  for (const idle of silent) {
    idle.pass(50);
    idle.pass(1, { quietMs: 40 });
    expect(idle.ears.requests).toHaveLength(0);
  }
  const { ears, anticipated, anticipator, pass } = opened();
  pass(50);
  pass(1, { quietMs: 40 });
  anticipator.close();
  anticipator.close();
  ears.requests[0]!.resolve('No thank you');
  await settle();
  pass(1, { quietMs: 80, untilMs: 1000 });
  expect(anticipated).toEqual([]);
});
