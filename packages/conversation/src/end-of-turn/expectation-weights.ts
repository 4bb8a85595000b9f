/** Written by `npm run train:utterance-ends`. */
export const expectationWeights = { unsure: 0.61, sure: 1.77 };
