import type { ReactNode } from 'react';
import type { IconName } from './Icon.tsx';
import { Notice } from './Notice.tsx';

interface EmptyStateProps {
  icon: IconName;
  /** What is not there: "No agents yet". */
  title: string;
  /** What it is for, in a sentence. */
  children?: ReactNode;
  /** How to get the first one. */
  action?: ReactNode;
}

export function EmptyState(props: EmptyStateProps) {
  return <Notice {...props} />;
}
