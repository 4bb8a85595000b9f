import { Alert, Button, Text } from '@mantine/core';
import type { Agent, AgentField } from '@parley/contract';
import { Icon } from '../../../components/Icon.tsx';
import { fieldNames } from '../field-names.ts';
import { isSame } from '../same.ts';
import { settingsOf } from '../settings-of.ts';
import type { DraftKeeper, DraftState } from './draft-keeper.ts';

interface NewerVersionNoticeProps {
  agent: Agent;
  keeper: DraftKeeper;
  state: DraftState;
}

/** Another user published a version: the edits stay, and nothing changes unseen. */
export function NewerVersionNotice({ agent, keeper, state }: NewerVersionNoticeProps) {
  if (agent.version <= state.baseVersion) return null;
  const now = settingsOf(agent);
  const theirs = (Object.keys(now) as AgentField[]).filter((field) => !isSame(now[field], keeper.published[field]));
  const both = theirs.filter((field) => field in state.changes && !isSame(state.changes[field], now[field]));
  const named = (fields: AgentField[]) => fields.map((field) => fieldNames[field]).join(', ');
  return (
    <Alert color="blue" icon={<Icon name="info" />} title={`Version ${agent.version} was published meanwhile`}>
      <Text size="sm">
        It changed: {named(theirs) || 'nothing that differs any more'}.
        {both.length > 0 && ` You changed the same: ${named(both)}. Yours would replace it when you publish.`}
      </Text>
      <Button size="xs" mt="sm" variant="default" onClick={() => keeper.rebase(agent)}>
        Go on over version {agent.version}
      </Button>
    </Alert>
  );
}
