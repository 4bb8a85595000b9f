import { ActionIcon, Menu } from '@mantine/core';
import type { Agent, OwnedNumber } from '@parley/contract';
import { confirm } from '../../components/confirm.ts';
import { Icon } from '../../components/Icon.tsx';
import { formatPhone } from '../../format/phone.ts';
import { useCan } from '../session/use-session.ts';
import { useChangeNumber } from './use-change-number.ts';
import { useReleaseNumber } from './use-release-number.ts';

/** What is rarer than assigning a number. */
export function NumberMenu({ number, agents }: { number: OwnedNumber; agents: readonly Agent[] }) {
  const mayChange = useCan('numbers:write');
  const change = useChangeNumber();
  const release = useReleaseNumber();
  if (!mayChange) return null;
  const phone = formatPhone(number.phone_number);
  const makeDefault = () =>
    change.mutate({
      ...{ numberId: number.number_id, change: { is_default: true } },
      done: `${phone} is the default number now.`,
    });
  const askToRelease = () =>
    confirm({
      title: `Release ${phone}?`,
      consequence: consequenceOf(number, agents.find(({ agent_id: id }) => id === number.agent_id)?.name),
      action: 'Release number',
      onConfirm: () => release.mutate(number),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ml="auto"
          variant="subtle"
          color="gray"
          aria-label={`More about ${phone}`}
          loading={release.isPending}
        >
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={number.is_default} onClick={makeDefault}>
          Make it the default number
        </Menu.Item>
        <Menu.Item
          color="red"
          disabled={number.is_default}
          leftSection={<Icon name="trash" size={16} />}
          onClick={askToRelease}
        >
          {number.is_default ? 'Release (make another one the default first)' : 'Release …'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function consequenceOf({ source, is_bought: isBought }: OwnedNumber, agent: string | undefined): string {
  const answers = agent === undefined ? 'No agent answers it today.' : `${agent} does not answer it any more.`;
  return `${answers} ${isBought ? losses[source] : kept} Past calls stay as they are.`;
}

const kept = 'It stays yours at your carrier, and you can connect it again.';
const givenBack = (carrier: string) =>
  `It is given back to ${carrier}, which does not charge for it any more. You may not get it back.`;

/** Of a number that was bought here. */
const losses: Record<OwnedNumber['source'], string> = {
  simulated: 'After that, any account on this installation can buy it. You may not get it back.',
  trunk: kept,
  twilio: givenBack('Twilio'),
  telnyx: givenBack('Telnyx'),
};
