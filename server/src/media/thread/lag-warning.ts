/** In order the recognizer is up to 300 ms behind; over a second the caller waits audibly longer for each answer. */
const LIMIT_MS = 1000;
/** Calls whose both sides use built-in speech, from docs/performance.md (`npm run bench:calls`). */
const CALLS_PER_CORE = 20;

/** What a call's analysis says of a built-in recognizer that could not keep up: nothing while it could. */
export function lagWarnings(worstMs: number, cores: number): string[] {
  if (worstMs <= LIMIT_MS) return [];
  const seconds = (worstMs / 1000).toFixed(1);
  return [
    `The built-in recognizer was up to ${seconds} s behind, so that answers came late: this host carries about ${cores * CALLS_PER_CORE} such calls at once.`,
  ];
}
