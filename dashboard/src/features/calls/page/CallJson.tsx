import type { CallDetail } from '@parley/contract';
import { Copyable } from '../../../components/Copyable.tsx';

/** The call as GET /v1/calls/{call_id} has it. */
export function CallJson({ call }: { call: CallDetail }) {
  return <Copyable value={JSON.stringify(call, null, 2)} label="Copy the JSON" block />;
}
