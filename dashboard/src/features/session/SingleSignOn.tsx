import { Alert, Button } from '@mantine/core';
import type { SingleSignOnProblem } from '@parley/contract';
import { Icon } from '../../components/Icon.tsx';

const problems: Record<SingleSignOnProblem, string> = {
  uninvited: 'Nobody has invited you yet. Ask an owner or an admin for an invitation to your e-mail address.',
  disabled: 'You may not sign in any more. Ask an owner or an admin.',
  domain: 'People with your e-mail address may not sign in here. Ask whoever runs this installation.',
  unverified: 'Your sign-in service does not vouch for your e-mail address. Ask whoever runs it.',
  stale: 'That took too long, or was begun in another browser. Try again.',
  failed: 'Single sign-on failed. Try again, or ask whoever runs this installation.',
};

/** A link: the browser leaves this page for the sign-in service, and comes back signed in. */
export function SingleSignOn({ next, problem }: { next: string; problem: SingleSignOnProblem | undefined }) {
  return (
    <>
      {problem !== undefined && (
        <Alert color="red" icon={<Icon name="warning" />} role="alert">
          {problems[problem]}
        </Alert>
      )}
      <Button component="a" href={`/dashboard/api/sso?next=${encodeURIComponent(next)}`} variant="default" fullWidth>
        Single sign-on
      </Button>
    </>
  );
}
