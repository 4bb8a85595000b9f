import type { CallDetail, CallEvent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { confirm } from '../../../components/confirm.ts';
import { Control } from './Control.tsx';
import { callEventsQuery } from './page-queries.ts';
import { useUpdateCall } from './use-update-call.ts';

interface AgentControlProps {
  call: CallDetail;
  /** How the person is called here. */
  person: string;
}

/** Sends the agent out of a conference. The service refuses it before a person has joined, which it alone knows. */
export function AgentControl({ call: { call_id, phase }, person }: AgentControlProps) {
  const update = useUpdateCall(call_id);
  const events = useQuery(callEventsQuery(call_id)).data?.data ?? [];
  if (phase !== 'talking' || !mayBeConference(events)) return null;
  return (
    <Control
      icon="signOut"
      loading={update.isPending}
      onClick={() =>
        confirm({
          title: 'Remove the agent from the call?',
          consequence: `${person} and the person who joined continue without the agent. It cannot come back into this call.`,
          action: 'Remove agent',
          destructive: false,
          onConfirm: () => update.mutate({ agent_present: false }),
        })
      }
    >
      Remove agent
    </Control>
  );
}

/** A transfer was asked for, and the agent is there yet. */
function mayBeConference(events: readonly CallEvent[]): boolean {
  const actions = events.flatMap((event) => (event.event === 'call.control' ? [event.data.action] : []));
  const isTransferred =
    actions.includes('transfer_requested') ||
    events.some(({ event, data }) => event === 'call.turn' && data.turn.tool?.name === 'transfer_call');
  return isTransferred && !actions.includes('agent_released');
}
