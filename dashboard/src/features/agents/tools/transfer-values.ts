import { GivenAgentTool, type TransferCallTool } from '@parley/contract';
import { problemsOf } from '../../../components/use-contract-form.ts';
import { formatPhone } from '../../../format/phone.ts';
import { typedPhone } from '../../../format/typed-phone.ts';

/** Transfers as their form has them. */
export interface TransferValues {
  destinations: TransferCallTool['destinations'];
  message: string;
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
};

export function transferValuesOf({ destinations, message }: TransferCallTool): TransferValues {
  return {
    destinations: destinations.map((each) => ({ ...each, phone_number: formatPhone(each.phone_number) })),
    message: message ?? '',
  };
}

/** As it would be sent, valid or not. */
export function transferToolOf({ destinations, message }: TransferValues): TransferCallTool {
  return {
    type: 'transfer_call',
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
