import { z } from 'zod';
import { repeatedIndex } from './repeated-index.ts';
import { TransferTo } from './text.ts';

const destinationFields = {
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^\S(?:.*\S)?$/, 'has no spaces at its ends')
    .meta({ description: 'What the model calls it' }),
  phone_number: TransferTo,
};
const destinationDescription = z.string().max(500).meta({ description: 'When to choose it, for the model' });

const TransferDestination = z
  .object({ ...destinationFields, description: destinationDescription })
  .meta({ id: 'TransferDestination', description: 'Whom the agent may hand a call to' });

const GivenTransferDestination = z
  .strictObject({ ...destinationFields, description: destinationDescription.default('') })
  .meta({ id: 'GivenTransferDestination', description: 'Whom the agent may hand a call to' });

const DESTINATIONS = 'Whom the agent may hand a call to; no two have the same name';
const transferType = z
  .literal('transfer_call')
  .meta({ description: 'transfer_call: the agent may hand the call over' });

const givenDestinations = z
  .array(GivenTransferDestination)
  .min(1)
  .max(20)
  .superRefine((destinations, context) => {
    const index = repeatedIndex(destinations.map(({ name }) => name));
    if (index >= 0) context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is there twice' });
  })
  .meta({ description: DESTINATIONS });

export const transferWayFields = {
  mode: z.enum(['cold', 'warm', 'conference']).meta({
    description:
      'cold: the target is connected at once. warm: Parley calls the number, briefs the target, and connects them when they say yes or press 1; the agent goes on when they decline. conference: Parley calls the number, and the target talks with the person and the agent, who stays; when the agent ends the call, the two others go on',
  }),
  briefing: z.string().min(1).max(1000).nullable().meta({
    description:
      "What the target hears before accepting a warm transfer; null: a summary by the agent's model, where it is a language model",
  }),
  method: z.enum(['auto', 'refer', 'bridge']).meta({
    description:
      'refer: the line is asked to connect the person with the number (SIP REFER); with mode warm once the target has taken the call (REFER with Replaces), and Parley stays between both where the line does not. bridge: Parley calls the number and stays between both, with a second slot, and records them. auto: with mode cold refer, and bridge where the line does not transfer calls; else bridge',
  }),
  caller_id: z.enum(['own', 'caller']).meta({
    description:
      'What the number is shown where Parley calls it: own, the number that this call is from or came to; caller, the number of the person, where it is known and the way is a SIP trunk, which has to permit it',
  }),
  waiting_sound: z
    .enum(['ringing', 'music'])
    .meta({ description: 'What the person hears while Parley calls the number' }),
  ring_timeout: z
    .int()
    .min(5)
    .max(120)
    .meta({ description: 'Seconds after which a number that Parley calls has not answered' }),
};

/** What a transfer is like where nothing is said about it. */
export const defaultTransferWay = {
  mode: 'cold',
  briefing: null,
  method: 'auto',
  caller_id: 'own',
  waiting_sound: 'ringing',
  ring_timeout: 30,
} as const satisfies TransferWay;

export const givenTransferWayFields = {
  mode: transferWayFields.mode.default(defaultTransferWay.mode),
  briefing: transferWayFields.briefing.default(defaultTransferWay.briefing),
  method: transferWayFields.method.default(defaultTransferWay.method),
  caller_id: transferWayFields.caller_id.default(defaultTransferWay.caller_id),
  waiting_sound: transferWayFields.waiting_sound.default(defaultTransferWay.waiting_sound),
  ring_timeout: transferWayFields.ring_timeout.default(defaultTransferWay.ring_timeout),
};

/** Where the carrier takes the call away, the agent has no part in it. */
export const cannotRefer = ({ mode, method }: Pick<TransferWay, 'mode' | 'method'>): boolean =>
  mode === 'conference' && method === 'refer';
export const CANNOT_REFER = 'must be auto or bridge where mode is conference: Parley mixes all three';

/** How a call is handed over. */
export interface TransferWay {
  mode: 'cold' | 'warm' | 'conference';
  briefing: string | null;
  method: 'auto' | 'refer' | 'bridge';
  caller_id: 'own' | 'caller';
  waiting_sound: 'ringing' | 'music';
  /** Seconds. */
  ring_timeout: number;
}

const transferMessage = z
  .string()
  .min(1)
  .max(1000)
  .nullable()
  .meta({ description: 'Spoken before the transfer; null: what the model says' });

export const TransferCallTool = z
  .object({
    type: transferType,
    destinations: z.array(TransferDestination).meta({ description: DESTINATIONS }),
    message: transferMessage,
    ...transferWayFields,
  })
  .meta({ id: 'TransferCallTool' });
export type TransferCallTool = z.infer<typeof TransferCallTool>;

export const GivenTransferCallTool = z
  .strictObject({
    type: transferType,
    destinations: givenDestinations,
    message: transferMessage.default(null),
    ...givenTransferWayFields,
  })
  .refine((way) => !cannotRefer(way), { path: ['method'], error: CANNOT_REFER })
  .meta({ id: 'GivenTransferCallTool' });
