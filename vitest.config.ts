import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memoryDirectory } from './tests/support/memory-directory.ts';

// For the workers, and all that they start, unless the caller has chosen a place.
const inMemory = memoryDirectory();
if (inMemory !== undefined) process.env.TMPDIR ??= inMemory;

/** Short to read, long to run. Vitest begins with the largest files where it has not measured them. */
const lasting = [
  'chaos/kills',
  'chaos/limit-races',
  'chaos/npm',
  'chaos/database-outage',
  'interop/trunk-registration',
  'journeys/transfer',
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

/** Units of what changes nothing that outlives a test. */
const pure = [
  'packages/{audio,client,contract,conversation,providers,rtp,sip}/src/**/*.test.ts',
  '{dashboard,server}/src/**/*.test.ts',
];

/** Units that start processes and threads, wait for another end no longer than RFCs do, or change what is the whole process's. */
const withProcesses = [
  'packages/sip/src/loopback.test.ts',
  'packages/sip/src/transports/**/*.test.ts',
  'packages/providers/src/{onnx,sherpa-onnx}/**/*.test.ts',
  'packages/providers/src/builtin/{open-vocabulary,recognition,synthesis,worker}/**/*.test.ts',
  'server/src/db/embedded/**/*.test.ts',
  'server/src/db/{last-words,node-lock}.test.ts',
  'server/src/documents/reading/**/*.test.ts',
  'server/src/media/**/*.test.ts',
];

/** What comes up against limits of a minute with thousands of requests, or waits a few seconds at most for a server. */
const limits = [
  'tests/chaos/limit-races.test.ts',
  'tests/dashboard/agent-pages.test.ts',
  'tests/dashboard/chat-tools.test.ts',
  'tests/fuzz/fuzz.test.ts',
  'tests/identity/sign-in.test.ts',
  'tests/specification/events.test.ts',
  'tests/specification/large-bodies.test.ts',
  'tests/specification/providers.test.ts',
  'tests/specification/section-4-7-batches.test.ts',
  'tests/specification/section-6-deliveries.test.ts',
  'tests/specification/section-8-limits.test.ts',
];

/** Journeys that are about something else than what is heard. */
const withoutListening = [
  'tests/journeys/command-line.test.ts',
  'tests/journeys/command-line-providers.test.ts',
  'tests/chaos/judge.test.ts',
  'tests/chaos/npm.test.ts',
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
];

/** What is heard in a browser, which takes whole processors, too. */
const heardInBrowser = [
  'tests/browser/live-call.test.ts',
  'tests/browser/live-sound.test.ts',
  'tests/browser/newcomer.test.ts',
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
  'tests/specification/extraction.test.ts',
];

/** Where it could not be installed, `npm test` says so. */
const withoutChromium = process.env.PARLEY_MISSING_PEERS?.split(',').includes('chromium-headless-shell')
  ? ['tests/browser/**']
  : [];

/**
 * Of files whose services are processes of their own: in theirs they keep nothing but the ports that they were given. A
 * worker reads their modules once, which saves 0.4 s of CPU a file.
 */
const isolate = false;

/**
 * Of calls that are about something else than what the caller says: the model of any words takes a fifth of the CPU that a
 * whole conversation takes. It is heard in those above, and by who starts a service as newcomers do.
 */
const withoutAnyWords = { PARLEY_ANY_WORDS: 'false' };

export default defineConfig({
  test: {
    sequence: { sequencer: LastingFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: pure,
          exclude: withProcesses,
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
            ...withProcesses,
            'packages/simulated-phone/src/**/*.test.ts',
            '{scripts,bench}/**/*.test.ts',
            'tests/support/*.test.ts',
          ],
          exclude: alone,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'interface',
          env: withoutAnyWords,
          include: ['tests/{specification,queries,fuzz,identity,dashboard}/**/*.test.ts', ...withoutListening],
          exclude: [...limits, ...withVendors],
          globalSetup: ['tests/support/start-shared-service.ts'],
          isolate,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'limits',
          env: withoutAnyWords,
          include: limits,
          isolate,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'calls',
          env: withoutAnyWords,
          include: ['tests/{journeys,interop,chaos}/**/*.test.ts'],
          exclude: [...withoutListening, ...limits, ...alone, ...withVendors],
          isolate,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          // Speech lives in real time: one file at a time, or they measure each other.
          fileParallelism: false,
          maxConcurrency: 4,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'vendors',
          include: withVendors,
          maxConcurrency: 4,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          env: withoutAnyWords,
          include: ['tests/browser/**/*.test.ts'],
          exclude: [...heardInBrowser, ...withoutChromium],
          globalSetup: ['tests/browser/support/build.ts'],
          isolate,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'heard-in-browser',
          include: heardInBrowser,
          exclude: withoutChromium,
          globalSetup: ['tests/browser/support/build.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
