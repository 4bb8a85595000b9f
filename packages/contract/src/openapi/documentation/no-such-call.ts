import { exampleCall } from './examples/example-calls.ts';
import type { ErrorCase } from './route-documentation.ts';

export const noSuchCall: ErrorCase[] = [
  {
    when: 'There is no such call in this account.',
    fix: 'Check `call_id`: it is in the response to POST /call, and in GET /calls.',
    message: `There is no call ${exampleCall.call_id}. GET /v1/calls lists yours.`,
    param: 'call_id',
  },
];
