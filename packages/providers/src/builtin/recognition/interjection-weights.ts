/** Written by `npm run train:interjections`. */
export const interjectionWeights = {
  bias: 0.5478,
  weights: [1.374, 1.98, 0.9353, -0.9089, 0.09611, 0.4792, 0.4125, -0.2032, -0.7676, 0.1331, 0.1707, -0.2102, 0.2346],
};
