/** Of the agent's setting: a sixth of it (100 ms of 600) after a certain end, four times as much when more is sure to come. */
const SHORTEST_SHARE = 1 / 6;
const LONGEST_SHARE = 4;
/** Agents that wait long anyway do not wait four times as long. */
const LONGEST_MS = 3000;
const MOST_EXTRA_MS = 600;

const shortestMs = (endpointingMs: number): number => endpointingMs * SHORTEST_SHARE;

/** The longest of all windows, in milliseconds. */
const longestMs = (endpointingMs: number): number =>
  Math.min(endpointingMs * LONGEST_SHARE, Math.max(LONGEST_MS, endpointingMs + MOST_EXTRA_MS));

/**
 * How long the caller must be silent before the turn is over, in milliseconds from the last voiced frame: equal steps of
 * probability are equal factors of time, as people's pauses are spread.
 * @param probability that nothing more is coming, 0 to 1
 * @param endpointingMs the agent's setting
 */
export function windowMs(probability: number, endpointingMs: number): number {
  const longest = longestMs(endpointingMs);
  const shortest = shortestMs(endpointingMs);
  return Math.round(shortest * (longest / shortest) ** (1 - probability));
}

/** The probability that a window stands for: the other way round. */
export function probabilityOf(ofWindowMs: number, endpointingMs: number): number {
  const shortest = shortestMs(endpointingMs);
  return 1 - Math.log(ofWindowMs / shortest) / Math.log(longestMs(endpointingMs) / shortest);
}
