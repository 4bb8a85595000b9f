import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  /** The page's only h1, and the title of the browser's tab. */
  title: string;
  /** Shown in place of the title's text, such as the title and a badge. */
  heading?: ReactNode;
  description?: ReactNode;
  /** Buttons; the first one is what most people come for. */
  actions?: ReactNode;
}

export function PageHeader({ title, heading, description, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <title>{`${title} · Parley`}</title>
      <div className={classes.words}>
        <Title order={1}>{heading ?? title}</Title>
        {description !== undefined && (
          <Text c="dimmed" size="sm" mt={4} component="div">
            {description}
          </Text>
        )}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
