// The first step of `npm run train:end-of-turn`: keeps the sentences that are measured with, and what is much like them,
// out of the training, without showing one.
import { writeFileSync } from 'node:fs';
import { trainingTexts, withheldModule } from '@parley/conversation/testing';
import { likenessTo, sentencesIn, sentencesOf } from './cases/likeness.ts';
import { OTHER_LANGUAGES } from './stimuli/language-phrases.ts';

const parts = ['tuning', 'strangers', 'newcomers', 'measured', 'unseen'] as const;
const withheld = [
  ...[...trainingTexts('en').all].filter(likenessTo(parts.flatMap(sentencesOf))),
  ...OTHER_LANGUAGES.flatMap((language) => [...trainingTexts(language).all].filter(likenessTo(sentencesIn(language)))),
];
const { file, source } = withheldModule(withheld);
writeFileSync(file, source);
process.stdout.write(`${withheld.length} texts are withheld from the training\n`);
