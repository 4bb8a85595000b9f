import type { ReactNode } from 'react';
import classes from './Facts.module.css';

interface FactsProps {
  title: string;
  /** A name and what it is; `null` is left out. */
  facts: readonly (readonly [string, ReactNode])[];
}

/** A list of names and values beside the page's content. */
export function Facts({ title, facts }: FactsProps) {
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{title}</h2>
      <dl className={classes.list}>
        {known.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
