import type { CallSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { TimeText } from '../../components/TimeText.tsx';
import { CallPerson } from './CallPerson.tsx';
import classes from './CallRow.module.css';
import { CallStatus } from './CallStatus.tsx';
import { resultOf } from './call-words.ts';
import { Duration } from './Duration.tsx';
import { SentimentText } from './SentimentText.tsx';

interface CallRowProps {
  call: CallSummary;
  agentName: string;
  /** Counted from 1, the header's row included. */
  rowIndex: number;
  /** Pixels from the beginning of the list. */
  top: number;
}

/** One line of the list of calls; a card at phone width. The link of its first cell covers it. */
export const CallRow = memo(function CallRow({ call, agentName, rowIndex, top }: CallRowProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: rows that are drawn as a grid are no table to a browser
    <tr role="row" aria-rowindex={rowIndex} className={classes.row} style={{ transform: `translateY(${top}px)` }}>
      <td role="cell" className={classes.person}>
        <Link to="/calls/$callId" params={{ callId: call.call_id }} className={classes.link} data-call={call.call_id}>
          <CallPerson call={call} />
        </Link>
      </td>
      <td role="cell" className={classes.agent}>
        {agentName}
      </td>
      <td role="cell" className={classes.status}>
        <CallStatus call={call} />
      </td>
      <td role="cell" className={classes.result}>
        {resultOf(call) ?? <span className={classes.dash}>–</span>}
      </td>
      <td role="cell" className={classes.sentiment}>
        <SentimentText sentiment={call.sentiment} />
      </td>
      <td role="cell" className={classes.duration}>
        <Duration call={call} />
      </td>
      <td role="cell" className={classes.when}>
        <TimeText at={call.created_at} style="short" />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: rows that are drawn as a grid are no table to a browser
  );
});

const headers = [
  ['person', 'Person'],
  ['agent', 'Agent'],
  ['status', 'Status'],
  ['result', 'Result'],
  ['sentiment', 'Sentiment'],
  ['duration', 'Duration'],
  ['when', 'When'],
] as const;

export function CallRowHeaders() {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: rows that are drawn as a grid are no table to a browser
    <thead role="rowgroup" className={classes.head}>
      <tr role="row" aria-rowindex={1} className={classes.headers}>
        {headers.map(([name, header]) => (
          <th key={name} role="columnheader" scope="col" className={classes[name]}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
    // biome-ignore-end lint/a11y/noRedundantRoles: rows that are drawn as a grid are no table to a browser
  );
}
