import { Link, useRouter } from '@tanstack/react-router';
import { Icon } from '../../components/Icon.tsx';
import { useCan } from '../session/use-session.ts';
import classes from './SimulatedNotice.module.css';

export function SimulatedNotice() {
  const { routesByPath } = useRouter();
  const mayConnect = useCan('numbers:write');
  return (
    <div className={classes.notice}>
      <Icon name="info" />
      <span>
        Every number is simulated: no carrier is connected, so no real phone ever rings.{' '}
        {mayConnect && '/trunks' in routesByPath && <Link to={'/trunks' as string}>Connect a trunk</Link>}
      </span>
    </div>
  );
}
