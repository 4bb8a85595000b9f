import { Alert, Button } from '@mantine/core';
import type { SingleSignOnProblem } from '@parley/contract';
import { Icon } from '../../components/Icon.tsx';

const problems: Record<SingleSignOnProblem, string> = {
  uninvited: 'You have not been invited yet. Ask an owner or an admin for an invitation to your e-mail address.',
  disabled: 'You can no longer sign in. Ask an owner or an admin.',
  domain: 'Your e-mail address is not allowed to sign in here. Ask the administrator of this installation.',
  unverified: 'Your sign-in service has not verified your e-mail address. Ask its administrator.',
  stale: 'That took too long, or was started in another browser. Try again.',
  failed: 'Single sign-on failed. Try again, or ask the administrator of this installation.',
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
