import { type CallBreakdown, EndReason, endReasons, Sentiment, type ValueCount } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatNumber, formatShare } from '../../format/number.ts';
import type { CallsSearch } from '../calls/call-filters.ts';
import { outcomeWords, sentimentWords } from '../calls/call-words.ts';
import classes from './AnalyticsPage.module.css';
import { type AnalyticsSearch, DEFAULT_RANGE } from './analytics-search.ts';

/** How calls went; each value leads to its calls. */
export function Breakdowns({ totals, search }: { totals: CallBreakdown; search: AnalyticsSearch }) {
  const { range, from, to, agent_id, batch_id, direction } = search;
  const isAny = range === undefined && from === undefined && to === undefined;
  const same: CallsSearch = { range: isAny ? DEFAULT_RANGE : range, from, to, agent_id, batch_id, direction };
  return (
    <div className={classes.panels}>
      <Shares
        title="Outcomes"
        counts={totals.outcomes}
        linkOf={(outcome) => ({ ...same, outcome })}
        wordsOf={outcomeWords}
      />
      <Shares
        title="Sentiment"
        counts={totals.sentiments}
        linkOf={(value) => ({ ...same, sentiment: Sentiment.safeParse(value).data })}
        wordsOf={(value) => sentimentWords[value as keyof typeof sentimentWords] ?? value}
      />
      <Shares
        title="End reasons"
        counts={totals.end_reasons}
        linkOf={(value) => ({ ...same, end_reason: EndReason.safeParse(value).data })}
        wordsOf={(value) => endReasons[value as EndReason]?.title ?? value}
      />
    </div>
  );
}

interface SharesProps {
  title: string;
  counts: readonly ValueCount[];
  linkOf: (value: string) => CallsSearch;
  wordsOf: (value: string) => string;
}

function Shares({ title, counts, linkOf, wordsOf }: SharesProps) {
  const all = counts.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {counts.length === 0 && <span className={classes.note}>None yet.</span>}
      <ul className={classes.shares}>
        {counts.map(({ value, calls }) => (
          <li key={value} className={classes.share}>
            <span className={classes.fill} style={{ width: `${(calls / all) * 100}%` }} />
            <Link to="/calls" search={linkOf(value)}>
              {wordsOf(value)}
            </Link>
            <span className={classes.count}>
              {formatNumber(calls)} · {formatShare(calls / all)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
