import type { Sentiment } from '@parley/contract';
import { sentimentWords } from './call-words.ts';
import classes from './SentimentText.module.css';

/** How the person sounded; null is a dash. */
export function SentimentText({ sentiment }: { sentiment: Sentiment | null }) {
  if (sentiment === null) return '–';
  return (
    <span className={classes.sentiment} data-sentiment={sentiment}>
      {sentimentWords[sentiment]}
    </span>
  );
}
