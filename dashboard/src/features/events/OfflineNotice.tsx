import { useDebouncedValue } from '@mantine/hooks';
import { Icon } from '../../components/Icon.tsx';
import { useStreamState } from './LiveEvents.tsx';
import classes from './OfflineNotice.module.css';

/** A connection that comes back by itself within this time is not reported. */
const WORTH_SAYING_MS = 3000;

/** Says that what is seen may be old. It lies over the page, so that nothing moves. */
export function OfflineNotice() {
  const [state] = useDebouncedValue(useStreamState(), WORTH_SAYING_MS, { leading: false });
  const isOffline = useStreamState() === 'offline' && state === 'offline';
  return (
    <div role="status" className={classes.place}>
      {isOffline && (
        <div className={classes.notice}>
          <Icon name="offline" size={16} />
          No connection to Parley. What you see may be old; trying again …
        </div>
      )}
    </div>
  );
}
