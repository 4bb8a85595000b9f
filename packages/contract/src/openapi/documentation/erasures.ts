import type { routes } from '../../routes.ts';
import { exampleCall } from './examples/example-calls.ts';
import type { RouteDocumentation } from './route-documentation.ts';

export const erasePerson: RouteDocumentation<typeof routes.erasePerson> = {
  tag: 'Erasures',
  description: `Erases what is stored of the person with this number: transcripts, summaries, recordings, variables, the words and numbers in events, in stored webhook bodies and in stored responses to Idempotency-Keys. It cannot be undone.

The calls themselves stay, for statistics: when, how long, how they ended. In them the number is \`erased\`. A number on the suppression list stays there, so that the person is not called again; DELETE /suppressions/{suppression_id} takes it away. The audit log says that a person was erased, and keeps a hash of the number. What webhooks have sent elsewhere, and copies of the database, are yours to erase.

A person who is being called at this moment is not erased: hang up first.`,
  request: { phone_number: '+12025550101' },
  response: {
    calls: 3,
    transcripts: 2,
    recordings: 2,
    variables: 3,
    events: 41,
    webhook_events: 3,
    idempotency_responses: 1,
    suppressed: false,
  },
  errors: {
    conflict: [
      {
        when: 'A call with this person is not over.',
        fix: 'Hang up, or wait for its end; then send the same again.',
        message: `The call ${exampleCall.call_id} with +12025550101 is not over. Hang it up or wait for its end, then erase.`,
        param: 'phone_number',
      },
    ],
  },
  client: `const erased = await parley.erasures.create({ phone_number: '+12025550101' });
console.log(erased.calls, erased.recordings);`,
};
