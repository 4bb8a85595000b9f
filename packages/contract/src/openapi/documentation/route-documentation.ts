import type { z } from 'zod';
import type { DocumentType } from '../../document.ts';
import type { ErrorCode } from '../../error.ts';
import type { Route } from '../../routes.ts';

export const tags = {
  Calls: 'Place calls, watch them, read what was said.',
  Batches: 'One agent, many recipients; the calls wait for the limits of the account instead of failing on them.',
  Events: 'What happens, as it happens: for pages and programs that follow calls live.',
  Agents: 'Who talks: prompt, voice, model, language and manners.',
  Documents: 'What your agents can look up: text, Markdown, HTML and PDF.',
  Softphones: 'Telephone programs and desk telephones of people, which register at Parley and take calls over.',
  Suppressions: 'Numbers that no agent of the account calls any more, because their owners asked for it.',
  Numbers: 'The telephone numbers of the account, and the agents that they ring.',
  Trunks: 'SIP trunks and PBXs of your own: the way to the telephone network.',
  Carriers: 'Accounts of your own with carriers that sell numbers and carry calls: Twilio, Telnyx.',
  Providers: 'Who listens, thinks and speaks for your agents: vendors with your keys, and servers of your own.',
  Erasures: 'What a person may ask for: that nothing of them is kept.',
  Webhooks: 'Learn when calls end, without polling.',
  Keys: 'What programs sign in with. A key can be given no more than its maker may.',
  Users: 'Who can sign in to the dashboard, and what they may do there.',
} as const;

/** One way to earn an error, and the way out of it. */
export interface ErrorCase {
  when: string;
  fix: string;
  /** As the service says it. */
  message: string;
  param?: string;
}

interface HeaderParameter {
  name: string;
  description: string;
  minLength: number;
  maxLength: number;
  example: string;
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

export const idempotencyKey: HeaderParameter = {
  name: 'Idempotency-Key',
  description:
    'A name of yours for this request, kept for 24 hours. Same key, same body: the stored response again. Same key, other body: 422.',
  minLength: 1,
  maxLength: 255,
  example: 'order-4711-reminder',
};

export const keyOfAnotherBody: ErrorCase = {
  when: 'The Idempotency-Key was used with another body.',
  fix: 'Make a new key for each new request.',
  message: 'This Idempotency-Key was used with another body. Use a new key.',
  param: 'Idempotency-Key',
};

/** What a route's schemas cannot say: meaning, examples, and what went wrong where it went wrong. */
export interface RouteDocumentation<R extends Route = Route> {
  tag: keyof typeof tags;
  /** Paragraphs with an empty line between; `code` in backticks. */
  description: string;
  query?: InputOf<R['query']>;
  request?: InputOf<R['body']>;
  /** A file to send, where a route takes one. */
  upload?: { type: DocumentType; text: string };
  response: R['success'] extends { body: infer Body } ? InputOf<Body> : undefined;
  /** The same as CSV, where a route has it. */
  csv?: string;
  errors: Partial<Record<R['errors'][number] | 'invalid_request' | 'rate_limited', ErrorCase[]>>;
  requestHeader?: HeaderParameter;
  responseHeaders?: ('Location' | 'Idempotent-Replayed')[];
  /** The same with the typed client, which is in a variable named `parley`. */
  client: string;
}

/** Causes that all routes share, or that a route does not explain for itself. */
export const commonErrors: Record<ErrorCode, ErrorCase> = {
  invalid_request: {
    when: 'A parameter is missing, malformed or not known.',
    fix: 'Correct what `param` names. Nothing was done.',
    message: 'colour is not known here: this endpoint takes no query parameters.',
    param: 'colour',
  },
  unauthorized: {
    when: 'The API key is missing, misspelt, revoked or expired.',
    fix: 'Send a valid key as `Authorization: Bearer <API_KEY>`.',
    message: 'This API key is not valid. It may be revoked or expired.',
  },
  forbidden: {
    when: 'The key is valid, but has not the permission that this endpoint needs.',
    fix: 'Use a key that has it.',
    message: 'This API key lacks the permission calls:write.',
  },
  not_found: {
    when: 'There is no such resource in this account.',
    fix: 'Check the identifier, and that the key is of the right account.',
    message: 'There is nothing at this path. The endpoints are below /v1; the reference at /docs describes them.',
  },
  conflict: {
    when: 'The same is under way already.',
    fix: 'Wait until it is over.',
    message: 'The same request is under way already.',
  },
  unprocessable: {
    when: 'The request is well formed, but cannot be done in the present state.',
    fix: 'Read `message`: it names the state and the way out.',
    message: 'This cannot be done in the present state.',
  },
  rate_limited: {
    when: 'More than 6 000 requests came with this key in a minute.',
    fix: 'Wait as many seconds as `Retry-After` says, then send the same request again.',
    message: 'More than 6000 requests in a minute. Try again in 12 s.',
  },
  server_error: {
    when: 'Something failed on our side.',
    fix: 'Try again after a pause; if it stays, report the `x-request-id`.',
    message: 'Something failed on our side. Request id: 4f0c1a3e-6f0e-4c1c-9d3b-0f6a2b7c8d9e',
  },
};
