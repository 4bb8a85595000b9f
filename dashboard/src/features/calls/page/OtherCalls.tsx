import { routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { v1 } from '../../../api/v1.ts';
import { CallsTable } from '../CallsTable.tsx';
import classes from './CallPage.module.css';

const SHOWN = 5;

interface OtherCallsProps {
  person: string;
  /** The call that is looked at. */
  callId: string;
}

/** What was before and after with the same number; nothing where this was the only call. */
export function OtherCalls({ person, callId }: OtherCallsProps) {
  const { data } = useQuery({
    queryKey: ['calls', 'with', person],
    queryFn: ({ signal }) => v1(routes.listCalls, { query: { phone: person, limit: String(SHOWN + 1) }, signal }),
  });
  const others = (data?.data ?? []).filter((call) => call.call_id !== callId).slice(0, SHOWN);
  if (others.length === 0) return null;
  return (
    <section aria-label="Other calls with this number">
      <h2 className={classes.title}>
        Other calls with this number{' '}
        <Link to="/calls" search={{ phone: person }}>
          All
        </Link>
      </h2>
      <CallsTable label="Other calls with this number" calls={others} />
    </section>
  );
}
