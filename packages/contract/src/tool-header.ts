import { z } from 'zod';
import { repeatedIndex } from './repeated-index.ts';

/** RFC 9110, section 5.6.2: a token. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** They are about the connection, which is Parley's. */
const connectionHeaders = [
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
];

const headerName = z
  .string()
  .regex(HEADER_NAME, 'is no name of an HTTP header')
  .refine((name) => !connectionHeaders.includes(name.toLowerCase()), {
    error: ({ input }) => `${String(input)} is set by Parley itself`,
  })
  .meta({ description: 'Name of the header' });
const headerValue = z
  .string()
  .max(4000)
  .regex(/^[\t\x20-\x7e]*$/, 'must be visible ASCII characters and spaces')
  .nullable()
  .meta({
    description:
      'What is sent. Of one that is not secret it may hold {{variables}}. A secret is sealed at once, and reads null; null keeps the one that this header of this tool has',
  });
const headerSecret = z.boolean().meta({ description: 'Whether the value is a secret, which is never shown again' });

export const ToolHeader = z
  .object({
    name: headerName,
    value: headerValue,
    secret: headerSecret,
    value_set: z.boolean().meta({ description: 'Whether there is a value; of a secret nothing else is returned' }),
  })
  .meta({ id: 'ToolHeader', description: 'A header that is sent with each request of a tool' });
export type ToolHeader = z.infer<typeof ToolHeader>;

const GivenToolHeader = z
  .strictObject({
    name: headerName,
    value: headerValue.default(null),
    secret: headerSecret.default(false),
    value_set: z.boolean().default(false).meta({ description: 'What was read may be sent back: it says nothing' }),
  })
  .refine(({ secret, value }) => secret || value !== null, {
    path: ['value'],
    error: 'is required: only a secret keeps the value that it has',
  })
  .meta({ id: 'GivenToolHeader', description: 'A header that is sent with each request of a tool' });

export const givenHeaders = z
  .array(GivenToolHeader)
  .max(32)
  .superRefine((headers, context) => {
    const index = repeatedIndex(headers.map(({ name }) => name.toLowerCase()));
    if (index >= 0) context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is there twice' });
  })
  .default([])
  .meta({ description: 'Headers of each request; no two have the same name' });
