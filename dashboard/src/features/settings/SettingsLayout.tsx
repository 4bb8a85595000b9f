import { allows } from '@parley/contract';
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useSession } from '../session/use-session.ts';
import classes from './SettingsLayout.module.css';
import { settingsGroups } from './settings-pages.ts';

/** The pages of the settings beside the one that is open; at phone width a row that scrolls above it. */
export function SettingsLayout() {
  const { permissions } = useSession();
  const { routesByPath } = useRouter();
  const groups = settingsGroups
    .map(({ label, pages }) => ({
      label,
      pages: pages.filter(
        ({ to, permission }) => to in routesByPath && (permission === undefined || allows(permissions, permission)),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <div className={classes.layout}>
      <nav className={classes.side} aria-label="Settings">
        {groups.map(({ label, pages }) => (
          <div key={label} className={classes.group}>
            <span className={classes.label} id={`settings-${label}`}>
              {label}
            </span>
            <ul className={classes.list} aria-labelledby={`settings-${label}`}>
              {pages.map((page) => (
                <li key={page.to}>
                  <Link to={page.to} className={classes.link}>
                    {page.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
