import { Group } from '@mantine/core';
import type { CallDetail } from '@parley/contract';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatPhone } from '../../../format/phone.ts';
import { useAgentName } from '../agent-names.ts';
import { CallStatus } from '../CallStatus.tsx';
import { personOf } from '../call-words.ts';
import { Duration } from '../Duration.tsx';
import { isLive } from '../live-call.ts';
import { PlaceCallButton } from '../PlaceCallButton.tsx';
import classes from './CallHeader.module.css';

export function CallHeader({ call }: { call: CallDetail }) {
  const nameOf = useAgentName();
  const person = personOf(call);
  const title = titleOf(call, person);
  return (
    <PageHeader
      title={title}
      heading={
        <Group gap="sm" component="span">
          {title}
          <CallStatus call={call} />
        </Group>
      }
      description={
        <span className={classes.parts}>
          <span>
            {nameOf(call.agent_id)}, version {call.agent_version}
          </span>
          <TimeText at={call.created_at} />
          {call.answered_at !== null && (
            <span>
              <Duration call={call} />
            </span>
          )}
          {call.simulated && <span>Simulated: no real phone rang</span>}
        </span>
      }
      actions={person !== null && !isLive(call) && <CallAgain call={call} person={person} />}
    />
  );
}

function titleOf(call: CallDetail, person: string | null): string {
  if (call.channel === 'browser') return 'Call in the browser';
  const number = person === null ? 'a withheld number' : formatPhone(person);
  return call.direction === 'inbound' ? `Call from ${number}` : `Call to ${number}`;
}

function CallAgain({ call, person }: { call: CallDetail; person: string }) {
  const { agent_id, variables } = call;
  const label = call.direction === 'inbound' ? 'Call back' : 'Call again';
  return <PlaceCallButton label={label} variant="default" initial={{ agent_id, recipient_phone: person, variables }} />;
}
