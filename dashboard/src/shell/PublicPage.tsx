import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import icon from '../theme/icon.svg';
import classes from './PublicPage.module.css';

/** A page for a visitor who is not signed in. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <title>{`${title} · Parley`}</title>
      <div className={classes.card}>
        <div className={classes.head}>
          <img src={icon} alt="" width={32} height={32} />
          <Title order={1}>{title}</Title>
        </div>
        {children}
      </div>
    </main>
  );
}
