import { Alert, Button, Group, Text } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import type { DraftKeeper, DraftState } from './draft-keeper.ts';

/** Two windows have typed: nothing is lost until it is decided whose words stay. */
export function ConflictNotice({ keeper, state }: { keeper: DraftKeeper; state: DraftState }) {
  if (state.status !== 'conflict') return null;
  const { elsewhere } = state;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title="This draft was changed in another window" role="alert">
      <Text size="sm">
        {elsewhere === null ? (
          'It was published or discarded there.'
        ) : (
          <>
            There it was saved <TimeText at={elsewhere.updated_at} style="ago" />.
          </>
        )}{' '}
        Your changes here are not saved until you decide.
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={() => void keeper.keepMine()}>
          Keep what is here
        </Button>
        <Button size="xs" variant="default" onClick={() => keeper.adopt()}>
          Take what is there
        </Button>
      </Group>
    </Alert>
  );
}
