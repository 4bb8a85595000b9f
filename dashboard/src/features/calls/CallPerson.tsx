import { Tooltip, VisuallyHidden } from '@mantine/core';
import type { CallSummary } from '@parley/contract';
import { Icon } from '../../components/Icon.tsx';
import { PhoneText } from '../../components/PhoneText.tsx';
import classes from './CallPerson.module.css';
import { personOf, unnumbered } from './call-words.ts';

type Person = Pick<CallSummary, 'channel' | 'direction' | 'recipient_phone' | 'from_number'>;

/** Whom an agent called, or who called it. */
export function CallPerson({ call }: { call: Person }) {
  const number = personOf(call);
  const isInbound = call.direction === 'inbound';
  return (
    <span className={classes.person}>
      <Tooltip label={isInbound ? 'Inbound' : 'Outbound'}>
        <span className={classes.direction}>
          <Icon name={isInbound ? 'arrowIn' : 'arrowOut'} size={14} />
          <VisuallyHidden>{isInbound ? 'Inbound from' : 'Outbound to'}</VisuallyHidden>
        </span>
      </Tooltip>
      {number === null ? unnumbered(call) : <PhoneText number={number} />}
    </span>
  );
}
