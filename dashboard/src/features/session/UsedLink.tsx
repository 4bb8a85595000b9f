import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isApiError } from '../../api/api-error.ts';
import { Copyable } from '../../components/Copyable.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PublicPage } from '../../shell/PublicPage.tsx';

/** Where a link leads that was used before, or is too old. */
export function UsedLink({ error }: { error: unknown }) {
  if (!isApiError(error, 'not_found')) return <ErrorState error={error} />;
  return (
    <PublicPage title="This link no longer works">
      <Stack gap="sm">
        <Text size="sm">It was used already, or it is too old. If you have made your login with it, sign in.</Text>
        <Button component={Link} to="/login" fullWidth>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          An owner or an admin can invite you again under Settings. The operator of the service can make a link with
          this command:
        </Text>
        <Copyable block value="npm run -s parley -- users invite --role owner" label="Copy the command" />
      </Stack>
    </PublicPage>
  );
}
