/** Written by `npm run train:interjections`. */
export const interjectionWeights = {
  bias: 0.2747,
  weights: [0.8849, 1.066, 2, -0.4401, 1.194],
};
