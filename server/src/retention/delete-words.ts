import type { Queryable } from '../db/index.ts';

export interface DeletedWords {
  transcripts: number;
  variables: number;
  events: number;
  webhook_events: number;
}

/**
 * Deletes what was said and written in calls that are over: transcript, summary and variables, turns and whispers among
 * the events, the bodies of webhook events, which hold all of that once more, and the signalling, which names the people.
 * The calls must be locked.
 */
export async function deleteWords(tx: Queryable, callIds: readonly string[]): Promise<DeletedWords> {
  const [row] = await tx.query<DeletedWords>(
    `with before as (
       select call_id, account_id, transcript::text <> '[]' or summary is not null as has_words,
         variables::text <> '{}' as has_variables
       from calls where call_id = any($1)),
     emptied as (
       update calls set transcript = '[]', summary = null, variables = '{}', metadata = '{}', outcome_hint = null,
         overrides = null, caller_identity = null, analysis = (analysis::jsonb || '{"data": null}')::json
       where call_id = any($1)),
     unsignalled as (delete from call_signalling where call_id = any($1)),
     silenced as (
       update call_events set detail = case when type in ('call.turn', 'call.tool') then null else (detail::jsonb || '{"text": null}')::json end
       where call_id = any($1) and ((type in ('call.turn', 'call.tool') and detail is not null)
         or (type = 'call.control' and detail ->> 'text' is not null))
       returning 1),
     published as (
       select e.event_id, e.body::jsonb as body, b.call_id from before b join webhook_events e
         on e.account_id = b.account_id and (e.body::json -> 'data') ->> 'call_id' = b.call_id
           and (e.body::json -> 'data') ->> 'erased' is null),
     blanked as (
       select event_id, (body || jsonb_build_object('data', jsonb_build_object('call_id', call_id, 'erased', true)))::text
         as body from published),
     unpublished as (
       update webhook_events e set body = blanked.body from blanked where e.event_id = blanked.event_id returning 1),
     unreceived as (
       update inbox_messages m set body = blanked.body from blanked where m.event_id = blanked.event_id),
     undelivered as (
       update webhook_deliveries d set state = 'failed', last_error = 'the data of the call was erased', next_attempt_at = null
       from blanked where d.event_id = blanked.event_id and d.state = 'pending'),
     unanswered as (
       update webhook_attempts a set response = null from webhook_deliveries d, blanked
       where a.delivery_id = d.delivery_id and d.event_id = blanked.event_id and a.response is not null)
     select (select count(*) from before where has_words)::int as transcripts,
       (select count(*) from before where has_variables)::int as variables,
       (select count(*) from silenced)::int as events, (select count(*) from unpublished)::int as webhook_events`,
    [callIds],
  );
  return row!;
}
