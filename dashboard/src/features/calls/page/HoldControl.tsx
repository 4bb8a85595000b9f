import type { CallDetail } from '@parley/contract';
import { Control } from './Control.tsx';
import { useUpdateCall } from './use-update-call.ts';

/** Has the person wait with music, and talks again. */
export function HoldControl({ call: { call_id, phase, on_hold }, person }: { call: CallDetail; person: string }) {
  const update = useUpdateCall(call_id);
  return (
    <>
      <Control
        icon={on_hold ? 'play' : 'pause'}
        variant={on_hold ? 'filled' : 'default'}
        loading={update.isPending}
        reason={phase === 'talking' ? null : 'Only an answered call can be put on hold.'}
        onClick={() => update.mutate({ on_hold: !on_hold })}
      >
        {on_hold ? 'Resume' : 'Hold'}
      </Control>
      {on_hold && <span role="status">{`${person} is on hold and hears music.`}</span>}
    </>
  );
}
