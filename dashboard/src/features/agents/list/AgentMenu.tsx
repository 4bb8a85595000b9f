import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Agent } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../../../components/Icon.tsx';
import { useCan } from '../../session/use-session.ts';
import { settingsOf } from '../settings-of.ts';
import { useChangeAgent } from '../use-change-agent.ts';
import { useCreateAgent } from '../use-create-agent.ts';
import { DeleteAgentDialog } from './DeleteAgentDialog.tsx';

/** What can be done with an agent beside changing its words. */
export function AgentMenu({ agent, onDeleted }: { agent: Agent; onDeleted?: () => void }) {
  const { agent_id, name, status } = agent;
  const navigate = useNavigate();
  const canWrite = useCan('agents:write');
  const change = useChangeAgent();
  const [isDeleting, deleting] = useDisclosure(false);
  const duplicate = useCreateAgent((copy) => navigate({ to: '/agents/$agentId', params: { agentId: copy.agent_id } }));
  const isActive = status === 'active';
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${name}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="clock" size={16} />}
            onClick={() => navigate({ to: '/agents/$agentId/versions', params: { agentId: agent_id } })}
          >
            Versions
          </Menu.Item>
          {canWrite && (
            <>
              <Menu.Item
                leftSection={<Icon name="copy" size={16} />}
                onClick={() => duplicate.mutate({ ...settingsOf(agent), name: `Copy of ${name}`.slice(0, 200) })}
              >
                Duplicate
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name={isActive ? 'pause' : 'play'} size={16} />}
                onClick={() =>
                  change.mutate({
                    agent_id,
                    patch: { status: isActive ? 'inactive' : 'active' },
                    done: isActive ? `${name} is switched off.` : `${name} is active.`,
                  })
                }
              >
                {isActive ? 'Switch off' : 'Activate'}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={deleting.open}>
                Delete …
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isDeleting && (
        <DeleteAgentDialog
          agent={agent}
          onClose={deleting.close}
          onDeleted={() => {
            deleting.close();
            onDeleted?.();
          }}
        />
      )}
    </>
  );
}
