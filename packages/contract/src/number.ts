import { z } from 'zod';
import { AgentId, CarrierId, NumberId, PhoneNumber, queryInteger, ReferencedId, TrunkId, UnixSeconds } from './text.ts';

export const NumberSource = z.enum(['simulated', 'trunk', 'twilio', 'telnyx']).meta({
  id: 'NumberSource',
  description: 'simulated: of the simulated carrier; trunk: connected from a trunk; the others name who sold it',
});

export const OwnedNumber = z
  .object({
    number_id: NumberId.meta({ description: 'Identifier of the number' }),
    phone_number: PhoneNumber,
    source: NumberSource,
    trunk_id: TrunkId.nullable().meta({ description: 'The trunk that its calls come and go through' }),
    agent_id: AgentId.nullable().meta({ description: 'The agent that it rings; null: calls to it are answered 480' }),
    carrier_id: CarrierId.nullable().meta({
      description:
        'The carrier account that its calls come and go through; null: a trunk, the operator’s carrier or none',
    }),
    is_bought: z.boolean().meta({
      description:
        'Whether it was bought here: released, it goes back to who sold it. One that was connected stays yours at your carrier',
    }),
    is_default: z.boolean().meta({ description: 'Whether agents without a number of their own call from it' }),
    created_at: UnixSeconds,
  })
  .meta({ id: 'OwnedNumber', description: 'A number of the account' });
export type OwnedNumber = z.infer<typeof OwnedNumber>;

export const OwnedNumberList = z
  .object({
    data: z.array(OwnedNumber).meta({ description: 'All numbers of the account, in the order in which it got them' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'OwnedNumberList' });

export const AddNumber = z
  .strictObject({
    phone_number: PhoneNumber.meta({ description: 'One that is available, or one of your trunk or carrier account' }),
    trunk_id: ReferencedId.optional().meta({
      description: 'Connects a number of this trunk; without it and `carrier_id` the number is bought',
    }),
    carrier_id: ReferencedId.optional().meta({
      description: 'Connects a number that this carrier account of yours has already; nothing is bought',
    }),
    agent_id: ReferencedId.nullable().optional().meta({ description: 'The agent that it rings' }),
  })
  .meta({ id: 'AddNumber' });
export type AddNumber = z.infer<typeof AddNumber>;

export const ConnectNumbers = z
  .strictObject({
    first_number: PhoneNumber.meta({ description: 'The first number of the range' }),
    last_number: PhoneNumber.meta({
      description: 'Its last number, of as many digits: at most 1 000 numbers later',
    }),
    trunk_id: ReferencedId.meta({ description: 'The trunk whose numbers they are' }),
    agent_id: ReferencedId.nullable().optional().meta({ description: 'The agent that they ring' }),
  })
  .meta({ id: 'ConnectNumbers' });
export type ConnectNumbers = z.infer<typeof ConnectNumbers>;

export const ConnectedNumbers = z
  .object({
    data: z.array(OwnedNumber).meta({ description: 'The numbers of the range, in their order' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'ConnectedNumbers' });
export type ConnectedNumbers = z.infer<typeof ConnectedNumbers>;

export const ChangeNumber = z
  .strictObject({
    agent_id: ReferencedId.nullable().meta({ description: 'The agent that it rings; null takes it away' }),
    is_default: z
      .literal(true, 'can only be set to true: a default number ceases to be one when another becomes it')
      .meta({ description: "Makes it the account's default number, in the place of the present one" }),
  })
  .partial()
  .meta({ id: 'ChangeNumber', description: 'The fields to change; what is left out stays as it is' });
export type ChangeNumber = z.infer<typeof ChangeNumber>;

/** Of the North American plan: it does not identify a country. */
const AREA_CODE = 'must be an area code of three digits such as 415: the first 2 to 9, the second 0 to 8, and no N11';

export const ListAvailableNumbers = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 country code of two capital letters, such as US')
      .optional()
      .meta({ description: 'ISO 3166 code of the country', default: 'US' }),
    area_code: z
      .string()
      .regex(/^(?![2-9]11)[2-9][0-8][0-9]$/, AREA_CODE)
      .optional()
      .meta({ description: 'Area code, such as 415; left out, numbers of several areas' }),
    limit: queryInteger({ min: 1, max: 100 }).optional().meta({ description: 'How many at most', default: 20 }),
  })
  .meta({ id: 'ListAvailableNumbers' });
export type ListAvailableNumbers = z.infer<typeof ListAvailableNumbers>;

export const AvailableNumber = z
  .object({
    phone_number: PhoneNumber,
    country: z.string().meta({ description: 'ISO 3166 code of the country' }),
    area_code: z.string().meta({ description: 'Area code' }),
    source: NumberSource,
  })
  .meta({ id: 'AvailableNumber', description: 'A number that can be bought' });
export type AvailableNumber = z.infer<typeof AvailableNumber>;

export const AvailableNumberList = z
  .object({
    data: z.array(AvailableNumber).meta({ description: 'Numbers that are free, up to limit' }),
    total: z.int().meta({ description: 'How many there are in these areas' }),
  })
  .meta({ id: 'AvailableNumberList' });
