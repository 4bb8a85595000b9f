import type { routes } from '../../routes.ts';
import { exampleCall } from './examples/example-calls.ts';
import { exampleCallEvents } from './examples/example-events.ts';
import { noSuchCall } from './no-such-call.ts';
import type { RouteDocumentation } from './route-documentation.ts';

const limit = {
  when: 'Too many streams are open: 20 for a key or a session, 100 for an account.',
  fix: 'Close those that are not read.',
  message: '20 streams of events are open already. Close one, then open another.',
};

export const streamEvents: RouteDocumentation<typeof routes.streamEvents> = {
  tag: 'Events',
  description: `A stream of Server-Sent Events (\`text/event-stream\`), for as long as you listen: every move of a call, every turn as it was spoken, the end of its analysis, what people did with it live, and the progress of batches. \`id\` grows from event to event, \`event\` is the name, \`data\` is JSON.

It begins now. To go on where you stopped, send the header \`Last-Event-ID\` with the last \`id\` that you have; browsers and the client do so by themselves. Nothing is lost in between, not over a restart of the service either. Events are kept for 7 days; where some after your \`id\` are gone, an event \`reset\` comes first: read anew what you show, and go on.

Each event comes at least once, and those of one call in their order. A comment comes every 15 s while nothing happens; where nothing comes for 30 s, connect again. An event \`batch.progress\` gives the state of a batch, after each change of its calls.`,
  query: { types: 'call.state,call.turn' },
  response: exampleCallEvents[2]!,
  errors: { rate_limited: [limit] },
  client: `for await (const { id, event, data } of parley.events.stream({ types: ['call.state', 'call.turn'] })) {
  console.log(id, event, data);
  break;
}`,
};

export const listCallEvents: RouteDocumentation<typeof routes.listCallEvents> = {
  tag: 'Events',
  description: `Everything that happened to a call, in order, with times to the millisecond: its moves, its turns, what people did with it, and the end of its analysis; and what the network did to its audio.

How long the agent took for each turn, stage by stage, is in the \`response\` of the turn.`,
  response: {
    data: exampleCallEvents,
    total: exampleCallEvents.length,
    line: {
      packets_sent: 750,
      packets_received: 748,
      packets_lost: 2,
      packets_late: 0,
      concealed_frames: 2,
      recovered_frames: 0,
      jitter_ms: 1.4,
      mos: 4.3,
    },
  },
  errors: { not_found: noSuchCall },
  client: `const { data, line } = await parley.calls.events('${exampleCall.call_id}');
for (const { event, data: detail } of data) console.log(detail.at, event);
console.log(line?.mos);`,
};
