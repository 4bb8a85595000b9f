/** Written by `npm run train:utterance-ends`. */
export const expectationWeights = { words: 0.61 };
