-- Documents are json, not jsonb: nobody searches in them, and they come back as they were written.
-- Times are timestamptz from the database's own clock: deadlines of several nodes must not depend on theirs.

create table installation (
  name text primary key,
  value text not null
);

create table accounts (
  account_id text primary key,
  seq bigint generated always as identity unique,
  name text not null,
  plan text not null check (plan in ('starter', 'growth', 'business', 'enterprise')),
  calls_per_minute int not null check (calls_per_minute > 0),
  concurrent_calls int not null check (concurrent_calls > 0),
  created_at timestamptz not null default now()
);

create table api_keys (
  key_id text primary key,
  account_id text not null references accounts,
  hash bytea not null unique,
  last_four text not null,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_account on api_keys (account_id);

-- Settings are immutable by version, so that a call is explained by the agent as it was.
create table agents (
  agent_id text primary key,
  account_id text not null references accounts,
  seq bigint generated always as identity unique,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index agents_account on agents (account_id, seq);

create table agent_versions (
  agent_id text not null references agents,
  version int not null,
  settings json not null,
  primary key (agent_id, version)
);

create table numbers (
  number_id text primary key,
  account_id text not null references accounts,
  phone text not null unique,
  agent_id text references agents,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index numbers_one_default on numbers (account_id) where is_default;
create unique index numbers_one_of_agent on numbers (agent_id);

-- The counters move in the transactions that move the calls, so that they always add up.
create table batches (
  batch_id text primary key,
  account_id text not null references accounts,
  agent_id text not null references agents,
  schedule_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  canceled_at timestamptz,
  last_dispatch_at timestamptz,
  total int not null,
  queued int not null,
  in_progress int not null default 0,
  completed int not null default 0,
  failed int not null default 0,
  check (queued + in_progress + completed + failed = total),
  check (least(queued, in_progress, completed, failed) >= 0)
);
create index batches_waiting on batches (account_id, schedule_at) where queued > 0;

create table calls (
  call_id text primary key,
  account_id text not null references accounts,
  agent_id text not null references agents,
  agent_version int not null,
  batch_id text references batches,
  direction text not null check (direction in ('outbound', 'inbound')),
  recipient_phone text not null,
  from_number text,
  variables json not null,
  max_duration_s int not null,
  ring_timeout_s int not null,
  simulated boolean not null,
  state text not null check (state in ('queued', 'dialing', 'ringing', 'talking', 'ending', 'ended')),
  status text not null check (status in ('initiated', 'active', 'completed', 'failed')),
  owner text,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  ended_at timestamptz,
  analyzed_at timestamptz,
  answered_by text,
  end_reason text,
  ended_by text,
  sip_code int,
  dialog json,
  transcript json,
  outcome_hint text,
  warnings json not null default '[]',
  summary text,
  sentiment text,
  outcome text,
  analysis json,
  latency json,
  media_stats json,
  recording text
) with (fillfactor = 80);

-- Who is already being called; a recipient of a batch counts from the moment it is dialled.
create unique index calls_one_live on calls (account_id, agent_id, recipient_phone)
  where direction = 'outbound' and state <> 'ended' and (batch_id is null or state <> 'queued');
create index calls_newest on calls (account_id, created_at desc, call_id desc);
create index calls_newest_of_status on calls (account_id, status, created_at desc, call_id desc);
create index calls_newest_of_agent on calls (account_id, agent_id, created_at desc, call_id desc);
create index calls_newest_of_agent_status on calls (account_id, agent_id, status, created_at desc, call_id desc);
create index calls_queued on calls (due_at, call_id) where state = 'queued' and batch_id is null;
create index calls_queued_of_batch on calls (batch_id, call_id) where state = 'queued' and batch_id is not null;
create index calls_owned on calls (owner) where state not in ('queued', 'ended');

-- A call never goes back, above all not to `queued`: that is what makes a second dial impossible.
create function calls_move_forward() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
    ('queued', 'dialing'), ('queued', 'ended'),
    ('dialing', 'ringing'), ('dialing', 'talking'), ('dialing', 'ended'),
    ('ringing', 'talking'), ('ringing', 'ended'),
    ('talking', 'ending'), ('talking', 'ended'),
    ('ending', 'ended')
  ) then
    raise exception 'call % cannot move from % to %', old.call_id, old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;
create trigger calls_move_forward before update of state on calls
  for each row when (old.state is distinct from new.state) execute function calls_move_forward();

create table call_events (
  call_id text not null references calls,
  at timestamptz not null default clock_timestamp(),
  seq bigint generated always as identity,
  from_state text,
  to_state text not null,
  event text not null,
  detail json,
  primary key (call_id, seq)
);

-- One row a permitted concurrent call: holding it is the right to be on the line.
create table call_slots (
  account_id text not null references accounts,
  slot_no int not null,
  call_id text unique references calls,
  owner text,
  lease_until timestamptz,
  -- A plan was lowered while the slot was taken: it goes when its call ends.
  retired boolean not null default false,
  primary key (account_id, slot_no)
) with (fillfactor = 50);
create index call_slots_free on call_slots (account_id, slot_no) where call_id is null;
create index call_slots_lease on call_slots (lease_until) where call_id is not null;

-- One row a permitted call a minute: it may be used again 60 s after its last use.
create table rate_ring (
  account_id text not null references accounts,
  slot_no int not null,
  used_at timestamptz not null default '-infinity',
  primary key (account_id, slot_no)
) with (fillfactor = 50);
create index rate_ring_oldest on rate_ring (account_id, used_at);

create table idempotency_keys (
  account_id text not null references accounts,
  key text not null,
  body_hash bytea not null,
  call_id text not null references calls,
  response json not null,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table webhooks (
  webhook_id text primary key,
  account_id text not null references accounts,
  url text not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  events text[] not null,
  enabled boolean not null default true,
  disabled_reason text,
  -- `configuration` for the address given in the environment, `api` for those that were registered.
  source text not null check (source in ('api', 'configuration')),
  failures_in_row int not null default 0,
  last_success_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index webhooks_one_configured on webhooks (account_id) where source = 'configuration' and deleted_at is null;
create index webhooks_account on webhooks (account_id) where deleted_at is null;

create table webhook_events (
  event_id text primary key,
  account_id text not null references accounts,
  type text not null,
  -- The exact bytes that are signed and sent, at every attempt the same.
  body text not null,
  created_at timestamptz not null default now()
);

create table webhook_deliveries (
  delivery_id text primary key,
  webhook_id text not null references webhooks,
  event_id text not null references webhook_events,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  last_status int,
  last_error text,
  last_duration_ms int,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at desc, delivery_id desc);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);
