import { Link } from '@tanstack/react-router';
import { Icon } from '../components/Icon.tsx';
import classes from './Navigation.module.css';
import { useNavigation } from './use-navigation.ts';

/** The pages. `onFollow`: a link was followed, so a drawer can close. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const items = useNavigation();
  return (
    <nav aria-label="Pages">
      <ul className={classes.list}>
        {items.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact: to === '/' }}
              {...(onFollow ? { onClick: onFollow } : {})}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
