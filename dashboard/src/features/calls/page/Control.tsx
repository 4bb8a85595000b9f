import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../components/Icon.tsx';

interface ControlProps {
  icon: IconName;
  onClick: () => void;
  children: ReactNode;
  variant?: 'filled' | 'default';
  color?: 'red';
  loading?: boolean;
  /** Why it cannot be used now; null when it can. */
  reason?: string | null;
}

/** One thing that a person can do with a live call. */
export function Control({
  icon,
  onClick,
  children,
  variant = 'default',
  color,
  loading = false,
  reason = null,
}: ControlProps) {
  const isOff = reason !== null;
  return (
    <Tooltip label={reason} disabled={!isOff} multiline maw={280}>
      <Button
        variant={color === undefined ? variant : 'light'}
        {...(color === undefined ? {} : { color })}
        leftSection={<Icon name={icon} size={16} />}
        loading={loading}
        // It keeps the focus, so that every user can read the reason.
        data-disabled={isOff || undefined}
        aria-disabled={isOff}
        aria-description={reason ?? undefined}
        onClick={isOff ? (event) => event.preventDefault() : onClick}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
