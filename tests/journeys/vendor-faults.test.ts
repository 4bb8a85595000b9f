import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APOLOGY, FILLER, saidBy } from '../support/faulty-calls.ts';
import { pauseOf } from '../support/pauses.ts';
import { spoken } from '../support/spoken.ts';
import { type Connected, ears, Listener, type Mix, minds, VendorCalls, voices } from '../support/vendor-calls.ts';
import { ownWarnings } from '../support/warnings.ts';

/** Analyses are not what these servers are good at. */
const warningsOf = (call: any): string[] =>
  ownWarnings(call).filter((warning) => !warning.startsWith('The analysis by the model failed'));

const GREETING = 'Hello. This is Ann. What can I do for you?';
const QUESTION = 'two tickets please';
const [BEGINNING, REST] = ['Of course. They are on their way to you. ', 'Have a good day.'];
const ANSWER = `${BEGINNING}${REST}`;
const LONGEST_PAUSE_S = 2.5;
const NOT_CAUGHT = "Sorry, I didn't catch that. Could you say it again?";

let calls: VendorCalls;
let question: Int16Array;
/** Vendors that are well, of all calls whose own are others. */
let mind: Mix['mind'];
let voice: Mix['voice'];

beforeAll(async () => {
  [question] = (await spoken(QUESTION)) as [Int16Array];
  calls = await VendorCalls.start();
  mind = await calls.connected<Mix['mind']['server']>(minds, 'anthropic/claude-haiku-4-5', 'well-mind');
  voice = await calls.connected<Mix['voice']['server']>(voices, 'elevenlabs/EXAVITQu4vr4xnSDxMaL', 'well-voice');
});

afterAll(() => calls?.close());

/** A call in which the caller asks something, and that is hung up once it is answered. */
async function asked(
  name: string,
  { fail = () => {}, meanwhile = async () => {}, ...mix }: Partial<Mix> & Course,
  successors: Partial<Mix> = {},
): Promise<any> {
  const heard: Mix['ears'] =
    mix.ears ?? (await calls.connected<Mix['ears']['server']>(ears, 'deepgram/nova-3', `${name}-ears`));
  const listeners = [heard, successors.ears].flatMap((own) => (own ? new Listener(own.server) : []));
  const { caller, over } = await calls.talking(name, GREETING, [{ mind, voice, ...mix, ears: heard }, successors]);
  for (const listener of listeners) listener.words = QUESTION;
  fail();
  const saying = caller.say(question);
  await meanwhile(caller);
  await saying;
  await Promise.race([caller.ended(), caller.agentStopped(2600)]);
  await caller.hangUp();
  return over();
}

type Caller = Awaited<ReturnType<VendorCalls['talking']>>['caller'];

interface Course {
  /** Before the caller asks. */
  fail?: () => void;
  /** From the beginning of the question on. */
  meanwhile?: (caller: Caller) => Promise<void>;
}

const words = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

describe.concurrent('Anthropic', () => {
  type Script = Parameters<Mix['mind']['server']['answerNext']>[0];
  const answering = async (name: string, ...answers: Script[]) => {
    const own = await calls.connected<Mix['mind']['server']>(minds, 'anthropic/claude-haiku-4-5', `${name}-mind`);
    for (const answer of answers) own.server.answerNext(answer);
    return { mind: own };
  };
  const refusal = (status: number, type: string): Script => ({
    refusal: { status, body: JSON.stringify({ type: 'error', error: { type, message: 'Refused.' } }) },
  });
  const faults: [name: string, answer: Script, warning: RegExp][] = [
    ['stalls', { fault: 'hang' }, /did not answer within 5 s/],
    ['ends empty', { fault: 'empty' }, /./],
    ['sends a page', { fault: 'page' }, /web page/],
    ['says 401', refusal(401, 'authentication_error'), /401/],
    ['says 429', refusal(429, 'rate_limit_error'), /429/],
    ['says 529', refusal(529, 'overloaded_error'), /529/],
  ];

  test.each(faults)('%s: an apology, and the truth', async (fault, answer, warning) => {
    const name = `anthropic-${fault.replaceAll(' ', '-')}`;
    const call = await asked(name, await answering(name, answer, answer));
    expect(call).toMatchObject({ status: 'failed', end_reason: 'llm_error' });
    expect(saidBy(call, 'agent').at(-1)).toBe(APOLOGY);
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(warningsOf(call)).toEqual([expect.stringMatching(warning)]);
  });

  test.each(['cut', 'error', 'hang'] as const)('goes on where it broke off by %s', async (fault) => {
    const name = `anthropic-mid-${fault}`;
    const call = await asked(
      name,
      await answering(name, { text: words(`${BEGINNING}Have`), fault }, { text: [REST!] }),
    );
    expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
    expect(saidBy(call, 'agent').join(' ').replace(`${FILLER} `, '')).toBe(`${GREETING} ${ANSWER}`);
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(warningsOf(call)).toHaveLength(1);
  });
});

const refusing = (status: number) => ({ status, body: 'Refused.' });

const voiceFaults: [name: string, course: (server: Mix['voice']['server']) => Course][] = [
  ['stalls', (server) => ({ fail: () => server.stopReading() })],
  [
    'stalls in mid-clause',
    (server) => ({
      fail: () => server.holdNext(),
      meanwhile: async (caller) => {
        await Promise.all([caller.hasSaid(400), server.when(() => server.clauses.includes('Yes.'))]);
        server.stopReading();
      },
    }),
  ],
  ['refuses the key', (server) => ({ fail: () => lost(server, 401) })],
  ['says 429', (server) => ({ fail: () => lost(server, 429) })],
];

/** Its connections are reset, and it takes no others. */
function lost(server: Pick<Mix['voice']['server'], 'refuseNext' | 'reset'>, status: number): void {
  for (let times = 0; times < 5; times += 1) server.refuseNext(refusing(status));
  server.reset();
}

describe.concurrent.each(['elevenlabs/EXAVITQu4vr4xnSDxMaL', 'cartesia/f786b574-daa5-4673-aa0c-cbe3e8534c02'] as const)(
  'the voice %s',
  (choice) => {
    const vendor = choice.split('/')[0]!;
    const speaking = (name: string): Promise<Connected<Mix['voice']['server']>> =>
      calls.connected<Mix['voice']['server']>(voices, choice, name);

    test.each(voiceFaults)('%s, and the built-in one goes on', async (fault, course) => {
      const name = `${vendor}-${fault.replaceAll(' ', '-')}`;
      const own = await speaking(name);
      const call = await asked(name, { voice: own, ...course(own.server) });
      expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
      expect(saidBy(call, 'agent')).toEqual([GREETING, 'Yes.']);
      expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
      expect(warningsOf(call).filter((text) => text.includes('builtin/rms speaks from here on'))).toHaveLength(1);
    });

    test('is reset in mid-clause, and goes on itself', async () => {
      const name = `${vendor}-reset`;
      const own = await speaking(name);
      const call = await asked(name, {
        voice: own,
        fail: () => own.server.holdNext(),
        meanwhile: async (caller) => {
          await caller.agentSpoke(60);
          own.server.reset();
        },
      });
      expect(saidBy(call, 'agent')).toEqual([GREETING, 'Yes.']);
      expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
      expect(warningsOf(call)).toHaveLength(1);
    });
  },
);

describe.concurrent('a recognizer', () => {
  const courses: [name: string, course: (server: Mix['ears']['server']) => Course, successor: boolean][] = [
    ['is reset while the caller speaks', (server) => during(() => server.reset()), false],
    ['is lost and refuses the key', (server) => during(() => lost(server, 401)), true],
    ['is lost and says 429', (server) => during(() => lost(server, 429)), true],
  ];
  const during = (act: () => void): Course => ({
    meanwhile: async (caller) => {
      await caller.hasSaid(400);
      act();
    },
  });

  test.each(courses)('of Deepgram %s: what the caller says meanwhile is heard', async (fault, course, hasSuccessor) => {
    const name = `deepgram-${fault.replaceAll(' ', '-')}`;
    const own = await calls.connected<Mix['ears']['server']>(ears, 'deepgram/nova-3', name);
    const next = await calls.connected<Mix['ears']['server']>(ears, 'assemblyai', `${name}-next`);
    const call = await asked(name, { ears: own, ...course(own.server) }, { ears: next });
    expect(saidBy(call, 'agent')).toEqual([GREETING, 'Yes.']);
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(saidBy(call, 'user').join(' ').toLowerCase()).toContain('tickets');
    expect(warningsOf(call).some((text) => text.includes('listens from here on'))).toBe(hasSuccessor);
  });

  test('takes everything and says nothing: the caller is asked to say it again, and heard by the next one', async () => {
    // Deepgram itself answers nothing where it has heard nothing: it is not known to be silent before its pongs are missed.
    const own = await calls.connected<Mix['ears']['server']>(ears, 'elevenlabs', 'ears-stall');
    const next = await calls.connected<Mix['ears']['server']>(ears, 'deepgram/nova-3', 'ears-stall-next');
    const listener = new Listener(next.server);
    const { caller, over } = await calls.talking('ears-stall', GREETING, [{ mind, voice, ears: own }, { ears: next }]);
    own.server.stopReading();
    await caller.say(question);
    await caller.agentStopped();
    listener.words = QUESTION;
    await caller.say(question);
    await caller.agentStopped(2600);
    await caller.hangUp();
    const call = await over();
    expect(saidBy(call, 'agent')).toEqual([GREETING, NOT_CAUGHT, 'Yes.']);
    expect(saidBy(call, 'user')).toEqual(['', QUESTION]);
    expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    expect(warningsOf(call)).toEqual([expect.stringContaining('said nothing for 3 s; ears-stall-next listens')]);
  });
});
