import type { CallEvent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { LoadingRows } from '../../../components/Loading.tsx';
import { formatTime } from '../../../format/time.ts';
import classes from './EventTimeline.module.css';
import { eventWords } from './event-words.ts';
import { callEventsQuery } from './page-queries.ts';

/** What happened, in order, with the time since the call was created. */
export function EventTimeline({ callId }: { callId: string }) {
  const { data, error, refetch } = useQuery(callEventsQuery(callId));
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={6} rowHeight={28} />;
  const startS = data.data[0]?.data.at ?? 0;
  return (
    <ol className={classes.events} aria-label="Events">
      {data.data.map((event) => (
        <Row key={event.id} event={event} startS={startS} />
      ))}
    </ol>
  );
}

function Row({ event, startS }: { event: CallEvent; startS: number }) {
  const { title, detail } = eventWords(event);
  const { at } = event.data;
  return (
    <li className={classes.event} data-event={event.event}>
      <time className={classes.time} dateTime={new Date(at * 1000).toISOString()} title={formatTime(at, 'second')}>
        +{(at - startS).toFixed(2)} s
      </time>
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        {detail !== null && <span className={classes.detail}>{detail}</span>}
      </span>
    </li>
  );
}
