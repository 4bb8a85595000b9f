import { defaultTransferWay, GivenAgentTool, type TransferCallTool, type TransferWay } from '@parley/contract';
import { problemsOf } from '../../../components/use-contract-form.ts';
import { formatPhone } from '../../../format/phone.ts';
import { typedPhone } from '../../../format/typed-phone.ts';

/** Transfers as their form has them. */
export interface TransferValues extends Omit<TransferWay, 'ring_timeout' | 'briefing'> {
  briefing: string;
  destinations: TransferCallTool['destinations'];
  message: string;
  /** Seconds; empty while it is typed. */
  ring_timeout: number | '';
}

export const emptyDestination: TransferCallTool['destinations'][number] = {
  name: '',
  phone_number: '',
  description: '',
};

export const newTransferTool: TransferCallTool = {
  type: 'transfer_call',
  destinations: [emptyDestination],
  message: null,
  ...defaultTransferWay,
};

export function transferValuesOf({ type: _, destinations, message, ...way }: TransferCallTool): TransferValues {
  return {
    ...way,
    briefing: way.briefing ?? '',
    destinations: destinations.map((each) => ({ ...each, phone_number: formatPhone(each.phone_number) })),
    message: message ?? '',
  };
}

/** As it would be sent, valid or not. */
export function transferToolOf({
  destinations,
  message,
  briefing,
  ring_timeout,
  ...way
}: TransferValues): TransferCallTool {
  return {
    type: 'transfer_call',
    ...way,
    briefing: briefing === '' ? null : briefing,
    // An empty field becomes NaN, which the schema reports.
    ring_timeout: ring_timeout === '' ? Number.NaN : ring_timeout,
    destinations: destinations.map((each) => ({
      ...each,
      name: each.name.trim(),
      phone_number: typedPhone(each.phone_number),
    })),
    message: message === '' ? null : message,
  };
}

/** By path of the form, the first problem of each. */
export function transferProblems(values: TransferValues): Record<string, string> {
  return problemsOf(GivenAgentTool, transferToolOf(values));
}
