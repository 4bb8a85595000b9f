import type { z } from 'zod';

/** What a person reads at a field, where the contract's schema has no words of its own. */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === '' || issue.input === null ? 'Fill this in.' : undefined;
    case 'too_small':
      if (issue.origin !== 'string') return `At least ${issue.minimum}.`;
      return issue.minimum === 1 ? 'Fill this in.' : `At least ${issue.minimum} characters.`;
    case 'too_big':
      return issue.origin === 'string' ? `At most ${issue.maximum} characters.` : `At most ${issue.maximum}.`;
    default:
      return undefined;
  }
}
