import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './SettingsLayout.module.css';
import { useSettingsPages } from './use-settings-pages.ts';

/** The pages of the settings beside the one that is open; at phone width a row that scrolls above it. */
export function SettingsLayout() {
  const groups = useSettingsPages();
  const side = useCurrentInView();
  return (
    <div className={classes.layout}>
      <nav ref={side} className={classes.side} aria-label="Settings">
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

/** At phone width the row is longer than the screen: it shows the page that is open. */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!nav.current || !current) return;
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return nav;
}
