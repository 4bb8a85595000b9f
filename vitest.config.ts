import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short to read, long to run. Vitest begins with the largest files where it has not measured them. */
const lasting = [
  'chaos/kills',
  'chaos/limit-races',
  'chaos/npm',
  'chaos/database-outage',
  'specification/large-bodies',
  'browser/accessibility',
];

/** What lasts begins first, or all the other workers would wait for it in the end. */
class LastingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const lasts = (file: TestSpecification) => lasting.some((name) => file.moduleId.endsWith(`/${name}.test.ts`));
    return [...sorted.filter(lasts), ...sorted.filter((file) => !lasts(file))];
  }
}

/** Units of what starts no process and changes no environment. */
const pure = ['packages/{audio,client,contract,conversation,rtp,sip}/src/**/*.test.ts', 'dashboard/src/**/*.test.ts'];

/** Journeys that are about something else than what is heard. */
const withoutListening = [
  'tests/journeys/command-line.test.ts',
  'tests/journeys/command-line-providers.test.ts',
  'tests/chaos/judge.test.ts',
  'tests/chaos/limit-races.test.ts',
  'tests/chaos/npm.test.ts',
  'tests/chaos/shared-database.test.ts',
  'tests/chaos/webhook-deletion.test.ts',
];

/** What is heard in a call, and when, and a flood, which takes whole processors from what runs beside it. */
const alone = [
  'packages/simulated-phone/src/simulated-phone.test.ts',
  'tests/journeys/agent-templates.test.ts',
  'tests/journeys/browser-call.test.ts',
  'tests/journeys/first-call.test.ts',
  'tests/journeys/magic-numbers.test.ts',
  'tests/journeys/supervision.test.ts',
  'tests/journeys/voicemail-drop.test.ts',
  'tests/chaos/sip-flood.test.ts',
  'tests/browser/live-sound.test.ts',
];

/** What is heard, too, by recognizers that are elsewhere: two of these carry each other. */
const withVendors = [
  'tests/journeys/faults.test.ts',
  'tests/journeys/knowledge.test.ts',
  'tests/journeys/language-model.test.ts',
  'tests/journeys/languages.test.ts',
  'tests/journeys/lost-vendors.test.ts',
  'tests/journeys/mixed-vendors.test.ts',
  'tests/journeys/open-models.test.ts',
  'tests/journeys/own-speech.test.ts',
  'tests/journeys/speech-to-speech-fallback.test.ts',
  'tests/journeys/speech-to-speech.test.ts',
  'tests/journeys/tools.test.ts',
  'tests/journeys/vendor-faults.test.ts',
  'tests/journeys/voice-faults.test.ts',
];

/** Where it could not be installed, `npm test` says so. */
const withoutChromium = process.env.PARLEY_MISSING_PEERS?.split(',').includes('chromium-headless-shell')
  ? ['tests/browser/**']
  : [];

export default defineConfig({
  test: {
    sequence: { sequencer: LastingFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: pure,
          // Their modules keep nothing between tests: a worker reads them once, for a third of the processor's time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            '{server,dashboard}/src/**/*.test.ts',
            '{scripts,bench}/**/*.test.ts',
          ],
          exclude: [...pure, ...alone],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'interface',
          include: ['tests/{specification,queries,fuzz,identity,dashboard}/**/*.test.ts', ...withoutListening],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'calls',
          include: ['tests/{journeys,interop,chaos}/**/*.test.ts'],
          exclude: [...withoutListening, ...alone, ...withVendors],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          exclude: withoutChromium,
          globalSetup: ['tests/browser/support/build.ts'],
          // Speech lives in real time: one file at a time, or they measure each other.
          fileParallelism: false,
          maxConcurrency: 8,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'vendors',
          include: withVendors,
          maxConcurrency: 8,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          exclude: [...alone, ...withoutChromium],
          globalSetup: ['tests/browser/support/build.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
