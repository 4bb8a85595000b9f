import { z } from 'zod';

/** Every error the interface ever responds with, and its HTTP status (specification, section 7). */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  unprocessable: 422,
  rate_limited: 429,
  server_error: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const ErrorBody = z
  .object({
    error: z
      .object({
        code: z
          .enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]])
          .meta({ id: 'ErrorCode', description: 'What a program decides by; each belongs to one HTTP status' }),
        message: z.string().meta({ description: 'What a person reads: what is wrong and what to change' }),
        param: z
          .string()
          .optional()
          .meta({ description: 'The offending parameter, where there is one, as a path: recipients[3].phone' }),
      })
      .meta({ description: 'What went wrong' }),
  })
  .meta({ id: 'Error', description: 'Every response that is not 2xx has this shape' });
export type ErrorBody = z.infer<typeof ErrorBody>;
