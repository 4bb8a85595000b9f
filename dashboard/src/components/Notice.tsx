import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import classes from './Notice.module.css';

interface NoticeProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
  /** `alert` for what went wrong. */
  role?: 'alert' | 'status';
  /** It is all that there is on the page: its title is the page's. */
  isPage?: boolean;
}

/** Shown in place of content. */
export function Notice({ icon, title, children, action, role, isPage = false }: NoticeProps) {
  return (
    <div className={classes.notice} role={role}>
      {isPage && <title>{`${title} · Parley`}</title>}
      <span className={classes.icon}>
        <Icon name={icon} size={22} />
      </span>
      <Title order={isPage ? 1 : 2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" size="sm" className={classes.text} component="div">
        {children}
      </Text>
      {action !== undefined && <div>{action}</div>}
    </div>
  );
}
