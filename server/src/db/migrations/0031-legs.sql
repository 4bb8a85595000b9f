-- Further legs of calls: to those whom a call is handed over to.
create table call_legs (
  leg_id text primary key,
  call_id text not null references calls on delete cascade,
  -- As in call_signalling; the leg that a call begins with is 0 and has no row.
  leg_no int not null,
  -- The name of the carrier.
  route text not null,
  simulated boolean not null,
  -- With what another process can end it; null before the answer and when it is over.
  dialog json,
  placed_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  ended_at timestamptz,
  unique (call_id, leg_no)
);

-- A further leg has slots of its own.
alter table call_slots drop constraint call_slots_call_id_key, add column leg_id text unique references call_legs;
create unique index call_slots_of_calls on call_slots (call_id) where leg_id is null;
create index call_slots_of_legs on call_slots (call_id) where leg_id is not null;
alter table trunk_slots drop constraint trunk_slots_call_id_key, add column leg_id text unique references call_legs on delete set null;
create unique index trunk_slots_of_calls on trunk_slots (call_id) where leg_id is null;
create index trunk_slots_of_legs on trunk_slots (call_id) where leg_id is not null;

-- Transfers as they were before: but that a number is called where the line transfers no calls.
create function pg_temp.with_ways(settings json) returns json language sql as $$
  select jsonb_set(settings::jsonb, '{tools}', (
    select jsonb_agg(case when tool ->> 'type' = 'transfer_call'
      then '{"method": "auto", "caller_id": "own", "waiting_sound": "ringing", "ring_timeout": 30}'::jsonb || tool
      else tool end order by no)
    from jsonb_array_elements(settings::jsonb -> 'tools') with ordinality as tools(tool, no)))::json
$$;
update agent_versions set settings = pg_temp.with_ways(settings) where settings::jsonb @> '{"tools": [{"type": "transfer_call"}]}';
update agent_drafts set settings = pg_temp.with_ways(settings) where settings::jsonb @> '{"tools": [{"type": "transfer_call"}]}';
update calls set overrides = pg_temp.with_ways(overrides)
  where state <> 'ended' and overrides::jsonb @> '{"tools": [{"type": "transfer_call"}]}';
update batches set overrides = pg_temp.with_ways(overrides) where overrides::jsonb @> '{"tools": [{"type": "transfer_call"}]}';
