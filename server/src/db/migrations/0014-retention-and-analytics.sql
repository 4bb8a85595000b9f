-- How long what was said is kept after the end of a call, in days; null keeps it.
alter table accounts
  add column recordings_days int check (recordings_days > 0),
  add column transcripts_days int check (transcripts_days > 0);
create index calls_recorded on calls (account_id, ended_at) where recording is not null;
create index calls_summarized on calls (account_id, ended_at) where summary is not null;
create index call_events_spoken on call_events (at) where turn_no is not null;
create index webhook_events_newest on webhook_events (account_id, created_at);
create index webhook_deliveries_pending_of_event on webhook_deliveries (event_id) where state = 'pending';
create index inbox_messages_of_event on inbox_messages (event_id);

-- What the first page asks for.
create index calls_warned on calls (account_id, created_at desc) where (analysis -> 'warnings')::text <> '[]';
create index calls_in_browser on calls (account_id) where channel = 'browser';

-- Calls that are over and analyzed, counted by quarters of an hour: every time zone's days begin with one.
create table call_figures (
  account_id text not null,
  slot timestamptz not null,
  agent_id text not null,
  -- Empty: none.
  batch_id text not null,
  -- Of the account: what called, or was called. Empty: withheld.
  number text not null,
  direction text not null,
  calls int not null,
  answered int not null,
  completed int not null,
  failed int not null,
  talk_s bigint not null,
  interruptions int not null,
  primary key (account_id, slot, agent_id, batch_id, number, direction)
);

-- The same, by outcome, sentiment and end reason; and responses, by the step of their time.
create table call_value_figures (
  account_id text not null,
  kind text not null check (kind in ('outcome', 'sentiment', 'end_reason', 'response')),
  slot timestamptz not null,
  agent_id text not null,
  batch_id text not null,
  number text not null,
  direction text not null,
  value text not null,
  count int not null,
  primary key (account_id, kind, slot, agent_id, batch_id, number, direction, value)
);

create table call_figures_progress (
  only_row boolean primary key default true check (only_row),
  -- The event up to which analyzed calls are counted.
  through bigint not null
);
insert into call_figures_progress (through) select coalesce(max(position), 0) from call_events;

create index call_events_analyzed on call_events (position) where type = 'call.analyzed' and position > 0;

-- What is counted of a call. Steps of 100 ms up to 2 s, of 250 ms up to 4 s, of 1 s up to 10 s.
create view counted_calls as
  select call_id, account_id, agent_id, coalesce(batch_id, '') as batch_id, direction,
    date_bin('15 minutes', ended_at, '2000-01-01 00:00:00+00') as slot,
    coalesce(case direction when 'outbound' then from_number else recipient_phone end, '') as number,
    answered_at is not null as answered, status = 'completed' as completed,
    case when answered_at is null then 0 else round(extract(epoch from ended_at - answered_at)) end as talk_s,
    (select count(*) from json_array_elements(transcript) as turn
      where turn ->> 'role' = 'agent' and (turn ->> 'interrupted')::boolean) as interruptions,
    outcome, sentiment, end_reason, responses_ms
  from calls where state = 'ended' and analyzed_at is not null;

create function response_step(ms int) returns text immutable parallel safe language sql as $$
  select case when ms < 2000 then greatest(ms, 0) / 100 * 100 when ms < 4000 then ms / 250 * 250
    when ms < 10000 then ms / 1000 * 1000 else 10000 end::text
$$;

-- Counts calls that were not counted before.
create procedure count_calls(ids text[]) language plpgsql as $$
begin
  insert into call_figures as f
    select account_id, slot, agent_id, batch_id, number, direction, count(*), count(*) filter (where answered),
      count(*) filter (where completed), count(*) filter (where not completed), sum(talk_s), sum(interruptions)
    from counted_calls where call_id = any(ids) group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (account_id, slot, agent_id, batch_id, number, direction) do update
    set calls = f.calls + excluded.calls, answered = f.answered + excluded.answered,
      completed = f.completed + excluded.completed, failed = f.failed + excluded.failed,
      talk_s = f.talk_s + excluded.talk_s, interruptions = f.interruptions + excluded.interruptions;
  insert into call_value_figures as f
    select account_id, kind, slot, agent_id, batch_id, number, direction, value, count(*)
    from counted_calls c cross join lateral (
      values ('outcome', c.outcome), ('sentiment', c.sentiment), ('end_reason', c.end_reason)
      union all select 'response', response_step(ms) from unnest(c.responses_ms) as ms) as counted (kind, value)
    where call_id = any(ids) and value is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (account_id, kind, slot, agent_id, batch_id, number, direction, value) do update
    set count = f.count + excluded.count;
end $$;

-- Counts calls whose analysis was numbered since, at most so many. One at a time; false when another one is at it.
create function count_analyzed_calls(most int, out counted int) language plpgsql as $$
declare
  before bigint;
  ids text[];
  last bigint;
begin
  select through into before from call_figures_progress for update skip locked;
  if not found then
    counted := 0;
    return;
  end if;
  select array_agg(call_id), max(position), count(*) into ids, last, counted
  from (select call_id, position from call_events
    where type = 'call.analyzed' and position > 0 and position > before order by position limit most) as analyzed;
  if counted = 0 then return; end if;
  call count_calls(ids);
  update call_figures_progress set through = last;
end $$;

-- What was analyzed before there were such events.
do $$
declare
  after text := '';
  ids text[];
begin
  loop
    select array_agg(call_id order by call_id) into ids from (
      select call_id from calls c where call_id > after and state = 'ended' and analyzed_at is not null
        and not exists (select from call_events e where e.call_id = c.call_id and e.type = 'call.analyzed' and position is null)
      order by call_id limit 5000) as old;
    exit when ids is null;
    call count_calls(ids);
    after := ids[array_length(ids, 1)];
  end loop;
end $$;
