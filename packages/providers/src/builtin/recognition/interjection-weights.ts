/** Written by `npm run train:interjections`. */
export const interjectionWeights = {
  bias: -0.1322,
  weights: [1.137, 2.055, 0.8993, -0.7491, 0.2289, 0.3736, 0.5155, -0.5375, -0.593, 0.1787, 0.3704, -0.06776, 0.2453],
};
