import type { ReactNode } from 'react';

export interface Confirmation {
  /** A question: "Delete the agent Reception?" */
  title: string;
  /** What is destroyed, and what stays. */
  consequence: ReactNode;
  /** The verb: "Delete agent". */
  action: string;
  onConfirm: () => void;
  /** False for what can be taken back. */
  destructive?: boolean;
}

const listeners = new Set<() => void>();
let asked: Confirmation | null = null;

/** Asks before something is done that cannot be taken back easily. */
export function confirm(confirmation: Confirmation): void {
  change(confirmation);
}

/** The question was answered. */
export function closeConfirmation(): void {
  change(null);
}

export const confirmationStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => asked,
};

function change(next: Confirmation | null): void {
  asked = next;
  for (const listener of listeners) listener();
}
