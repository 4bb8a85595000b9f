import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Step.module.css';

/** One of the things to do, in order. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={classes.step} aria-labelledby={`step-${number}`}>
      <span className={classes.number} aria-hidden="true">
        {number}
      </span>
      <Title order={2} size="h4" id={`step-${number}`}>
        {title}
      </Title>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
