import { Stack, Text } from '@mantine/core';
import { Copyable } from '../../components/Copyable.tsx';
import { PublicPage } from '../../shell/PublicPage.tsx';

/** For an installation without an owner: the operator knows the link that makes one. */
export function NoUsersYet() {
  return (
    <PublicPage title="There are no users yet">
      <Stack gap="sm">
        <Text size="sm">
          Open the link that Parley printed when it was started: the line that begins with “Dashboard”. It makes you the
          owner.
        </Text>
        <Text size="sm">The link works once, for 24 hours. This command makes a new one:</Text>
        <Copyable block value="npm run -s parley -- users invite --role owner" label="Copy the command" />
      </Stack>
    </PublicPage>
  );
}
