import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          // Whole journeys carry live media in real time: one at a time, or they measure each other.
          fileParallelism: false,
          // A shared machine that stalls for a second is not Parley's fault; twice in a row is.
          retry: process.env.CI ? 1 : 0,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
