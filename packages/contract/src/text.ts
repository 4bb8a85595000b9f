import { z } from 'zod';

const UNIX_SECONDS = 'must be Unix time in whole seconds';
const MILLISECONDS = `${UNIX_SECONDS}; this looks like milliseconds`;
/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** Times in the interface are whole Unix seconds. */
export const UnixSeconds = z
  .int(`${UNIX_SECONDS}, as a number`)
  .min(0, UNIX_SECONDS)
  .max(LAST_SECOND, MILLISECONDS)
  .meta({ description: 'Unix time in whole seconds' });

/** E.164: `+`, then 7 to 15 digits of which the first is not 0. Nothing is normalised silently. */
const E164 = 'must be in E.164 format: + followed by country code and number, 7 to 15 digits, for example +12025550101';

export const PhoneNumber = z
  .string(E164)
  .regex(/^\+[1-9][0-9]{6,14}$/, E164)
  .meta({
    id: 'PhoneNumber',
    description: 'E.164: + followed by country code and number. Nothing is normalised silently',
    examples: ['+12025550101'],
  });

/** Of a person's own telephone program. */
export const SoftphoneName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,39}$/,
    'has 1 to 40 small letters, digits, dots, _ and -, and begins with a letter or digit',
  )
  .meta({ description: 'What it is called in transfers: softphone:NAME; no two of the account have the same' });

const TRANSFER_TO = `${E164}; or softphone: and the name of a softphone, for example softphone:ann`;

/** Whom a call is handed over to. */
export const TransferTo = z
  .string(TRANSFER_TO)
  .regex(/^(?:\+[1-9][0-9]{6,14}|softphone:[a-z0-9][a-z0-9._-]{0,39})$/, TRANSFER_TO)
  .meta({
    id: 'TransferTo',
    description: 'A number, E.164, or `softphone:NAME`, a softphone of the account, which Parley calls itself',
    examples: ['+12025550101', 'softphone:ann'],
  });

function identifier(prefix: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`), `must look like ${prefix}_01hzy3v7k2m4n6p8q0r2s4t6v8`);
}

/** An identifier that a request names: whether it exists is a question for the database: 404. */
export const ReferencedId = z.string().min(1).max(64).meta({ description: 'An identifier of a resource of yours' });

export const AgentId = identifier('agent');
export const CallId = identifier('call');
export const BatchId = identifier('batch');
export const WebhookId = identifier('whk');
export const DeliveryId = identifier('dlv');
export const SuppressionId = identifier('sup');
export const KeyId = identifier('key');
export const UserId = identifier('usr');
export const SessionId = identifier('ses');
export const NumberId = identifier('num');
export const CarrierId = identifier('crr');
export const TrunkId = identifier('trk');
export const SoftphoneId = identifier('sfp');
export const ProviderId = identifier('prv');
export const DocumentId = identifier('doc');

/**
 * What can stand between the braces of `{{name}}`: no braces, no control characters, no space at the ends. Without
 * \p{…}, which the regular expressions of Python do not know.
 */
const VARIABLE_NAME = /^(?=\S)(?!__proto__$)[^{}\u0000-\u001f\u007f-\u009f]{1,64}(?<=\S)$/u;

export const VariableName = z
  .string()
  .regex(
    VARIABLE_NAME,
    'a variable name has 1 to 64 characters, without braces, control characters, and spaces at its ends',
  );

/** Of one call, as JSON: a prompt has room for them, and a page of a hundred calls stays a page. */
const MOST_VARIABLES_BYTES = 64 * 1024;

const bytesAsJson = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const TOO_LARGE = 'is a number with too many digits to be kept as it is: send it as a string';

/** Values that are put into the prompt and the first message of one call. They are data, never template or markup. */
export const Variables = z
  .record(
    VariableName,
    z.union(
      [
        z.string(),
        z.number().min(Number.MIN_SAFE_INTEGER, TOO_LARGE).max(Number.MAX_SAFE_INTEGER, TOO_LARGE),
        z.boolean(),
        z.null(),
      ],
      {
        error: ({ input }) =>
          typeof input === 'number' ? TOO_LARGE : 'a variable is a string, a number, true, false or null',
      },
    ),
  )
  .refine((variables) => bytesAsJson(variables) <= MOST_VARIABLES_BYTES, 'must have at most 64 KiB as JSON')
  .meta({
    id: 'Variables',
    description: 'Values by name, which replace {{name}} in the texts of the agent. At most 64 KiB as JSON',
    examples: [{ name: 'Maria Lopez', day: 'Friday' }],
  });
export type Variables = z.infer<typeof Variables>;

const MOST_METADATA_KEYS = 50;

/** What the caller of the API knows a call by. It is never spoken, and never a variable. */
export const Metadata = z
  .record(
    z
      .string()
      .regex(
        /^(?!__proto__$)[^\u0000-\u001f\u007f-\u009f]{1,40}$/u,
        'a key of metadata has 1 to 40 characters, without control characters',
      ),
    z.union(
      [
        z.string().max(500, 'a value of metadata has at most 500 characters'),
        z.number().min(Number.MIN_SAFE_INTEGER, TOO_LARGE).max(Number.MAX_SAFE_INTEGER, TOO_LARGE),
        z.boolean(),
        z.null(),
      ],
      {
        error: ({ input }) => {
          if (typeof input === 'string') return 'a value of metadata has at most 500 characters';
          return typeof input === 'number'
            ? TOO_LARGE
            : 'a value of metadata is a string, a number, true, false or null';
        },
      },
    ),
  )
  .refine((metadata) => Object.keys(metadata).length <= MOST_METADATA_KEYS, `has at most ${MOST_METADATA_KEYS} keys`)
  .meta({
    id: 'Metadata',
    description: `Values of your own by key, such as an order number: returned with the call, and never spoken. At most ${MOST_METADATA_KEYS} keys of up to 40 characters, with values of up to 500`,
    examples: [{ order: 4711, source: 'crm' }],
  });
export type Metadata = z.infer<typeof Metadata>;

/** A whole number out of a query string, which is always text, as JSON writes it: `010` might be meant as eight. */
export function queryInteger(range: { min: number; max: number; fault?: (text: string) => string }) {
  const { fault = () => `must be a whole number from ${range.min} to ${range.max}` } = range;
  const isInRange = (text: string) =>
    /^(?:0|-?[1-9][0-9]{0,14})$/.test(text) && Number(text) >= range.min && Number(text) <= range.max;
  return z
    .string()
    .refine(isInRange, { error: ({ input }) => fault(String(input)) })
    .transform(Number)
    .pipe(z.int().min(range.min).max(range.max));
}

/** A time out of a query string. */
export function queryUnixSeconds() {
  const fault = (text: string) => (Number(text) > LAST_SECOND ? MILLISECONDS : UNIX_SECONDS);
  return queryInteger({ min: 0, max: LAST_SECOND, fault });
}

/** A list without repeated entries. */
export function distinct<List extends z.ZodArray<z.ZodType<string>>>(list: List): List {
  const repeated = (entries: unknown) => {
    const seen = new Set<string>();
    return (entries as string[]).find((entry) => seen.size === seen.add(entry).size);
  };
  return list.refine((entries) => repeated(entries) === undefined, {
    error: ({ input }) => `names ${repeated(input)} twice`,
  });
}
