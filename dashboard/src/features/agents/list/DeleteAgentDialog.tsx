import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import type { Agent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { LoadingRows } from '../../../components/Loading.tsx';
import { agentImpactQuery } from '../impact-query.ts';
import { useDeleteAgent } from '../use-delete-agent.ts';
import { usesOf } from '../uses-of.ts';

interface DeleteAgentDialogProps {
  agent: Agent;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks whether the agent shall go, or says what still uses it. */
export function DeleteAgentDialog({ agent, onClose, onDeleted }: DeleteAgentDialogProps) {
  const impact = useQuery(agentImpactQuery(agent.agent_id));
  const remove = useDeleteAgent(onDeleted);
  const uses = impact.data && usesOf(impact.data);
  const isUsed = uses !== undefined && uses.length > 0;
  return (
    <Modal opened onClose={onClose} title={isUsed ? `${agent.name} is in use` : `Delete the agent ${agent.name}?`}>
      <Stack>
        {impact.isPending && <LoadingRows rows={2} rowHeight={22} />}
        {impact.error && <ErrorState error={impact.error} retry={() => void impact.refetch()} />}
        {isUsed && (
          <>
            <Text size="sm">It can be deleted when nothing uses it any more:</Text>
            <List size="sm">
              {uses.map((use) => (
                <List.Item key={use}>{use}</List.Item>
              ))}
            </List>
            <Text size="sm">To stop its calls at once, switch it off instead.</Text>
          </>
        )}
        {uses?.length === 0 && (
          <Text size="sm">
            Its prompt, settings and versions are deleted. Its finished calls and their transcripts are kept.
          </Text>
        )}
        {remove.error && (
          <Alert color="red" role="alert">
            {remove.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {isUsed ? 'Close' : 'Cancel'}
          </Button>
          {uses?.length === 0 && (
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(agent)}>
              Delete agent
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
