-- What happens to calls, for whoever follows it: written in the transaction of the change, numbered when it is
-- committed (docs/decisions/0005).
alter table call_events
  add column account_id text,
  add column batch_id text,
  add column type text not null default 'call.state',
  -- The turns of a call by number, so that a turn that is stored twice is stored once.
  add column turn_no int,
  -- Null until it is numbered; 0 for those from before there were numbers.
  add column position bigint default 0;
alter table call_events alter column position drop default;
alter table call_events alter column to_state drop not null;
alter table call_events alter column event drop not null;

alter table call_events drop constraint call_events_pkey;
alter table call_events add primary key (seq);
-- Events of a batch belong to no call.
alter table call_events alter column call_id drop not null;
create index call_events_of_call on call_events (call_id, seq);
create unique index call_events_turns on call_events (call_id, turn_no) where turn_no is not null;
create index call_events_unnumbered on call_events (seq) where position is null;
create index call_events_numbered on call_events (account_id, position) where position > 0;
alter table call_events set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_vacuum_insert_threshold = 5000
);

create sequence call_event_positions;

-- Numbers what is committed and has no number. One at a time, until its commit: who sees a number sees every smaller one.
-- `through`: no number up to it is given any more.
create function number_call_events(most int, out accounts text[], out numbered int, out through bigint)
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(x'7061726c'::int, 4);
  with next as materialized (
    select seq, nextval('call_event_positions') as position
    from (select e.seq from call_events e where e.position is null order by e.seq limit most) as unnumbered),
  done as (
    update call_events e set position = next.position from next where e.seq = next.seq returning e.account_id)
  select coalesce(array_agg(distinct done.account_id), '{}'), count(*) into accounts, numbered from done;
  select case when is_called then last_value else 0 end into through from call_event_positions;
end $$;

-- What was said in a call that lives is a part of its events.
insert into call_events (account_id, call_id, type, turn_no, detail, position)
  select account_id, call_id, 'call.turn', seq, turn, 0 from spoken_turns join calls using (call_id);
drop table spoken_turns;

-- Of each turn of the agent, for percentiles over many calls; a call's own are in `latency`.
alter table calls add column responses_ms int[];

-- The events of these numbers and smaller ones are not whole any more: words are deleted before the calls.
create table call_event_retention (
  only_row boolean primary key default true check (only_row),
  through bigint not null default 0
);
insert into call_event_retention default values;

-- Further filters of GET /calls. What a call gets at its end is in these indexes only from then on.
create index calls_newest_of_direction on calls (account_id, direction, created_at desc, call_id desc)
  with (deduplicate_items = off);
create index calls_newest_of_end_reason on calls (account_id, end_reason, created_at desc, call_id desc)
  with (deduplicate_items = off) where end_reason is not null;
create index calls_newest_of_outcome on calls (account_id, outcome, created_at desc, call_id desc)
  with (deduplicate_items = off) where outcome is not null;
create index calls_newest_of_sentiment on calls (account_id, sentiment, created_at desc, call_id desc)
  with (deduplicate_items = off) where sentiment is not null;
-- By whom the agent talked with. Comparisons of bytes, so that the beginning of a number finds it.
create index calls_newest_of_person on calls (
    account_id, (case direction when 'outbound' then recipient_phone else from_number end) text_pattern_ops,
    created_at desc, call_id desc)
  with (deduplicate_items = off);
