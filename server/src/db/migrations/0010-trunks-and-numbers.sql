-- Ways to the telephone network that an account has of its own.
create table trunks (
  trunk_id text primary key,
  account_id text not null references accounts,
  name text not null,
  host text not null,
  port int not null,
  transport text not null check (transport in ('udp', 'tcp', 'tls')),
  authentication text not null check (authentication in ('none', 'digest', 'register')),
  username text,
  -- Sealed; null: there is none.
  password bytea,
  srtp text not null check (srtp in ('off', 'preferred', 'required')),
  inbound_addresses text[] not null,
  caller_id text,
  max_calls int check (max_calls > 0),
  disabled boolean not null,
  -- What OPTIONS said: how often in a row nothing came back, and when it is asked again.
  failures int not null default 0,
  check_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index trunks_account on trunks (account_id, trunk_id);
create index trunks_check on trunks (check_at) where not disabled;

-- One row a permitted call through a trunk with a limit: holding it is the right to be on it.
create table trunk_slots (
  trunk_id text not null references trunks on delete cascade,
  slot_no int not null,
  call_id text unique references calls on delete set null,
  -- The limit was lowered while the slot was taken: it goes when its call ends.
  retired boolean not null default false,
  primary key (trunk_id, slot_no)
) with (fillfactor = 50);
create index trunk_slots_free on trunk_slots (trunk_id, slot_no) where call_id is null;

-- One test at a time, and so many a minute: a test sends packets to whatever host it is told.
create table trunk_tests (
  account_id text primary key references accounts,
  busy_until timestamptz not null,
  minute_began_at timestamptz not null,
  tests_in_minute int not null
);

alter table numbers
  add column source text not null default 'simulated' check (source in ('simulated', 'trunk', 'twilio', 'telnyx')),
  add column trunk_id text references trunks,
  add constraint numbers_on_trunk check ((source = 'trunk') = (trunk_id is not null));
alter table numbers alter column source drop default;
-- An agent may have several; the first that the account got is the one it calls from.
drop index numbers_one_of_agent;
create index numbers_of_agent on numbers (agent_id, number_id) where agent_id is not null;
create index numbers_account on numbers (account_id, number_id);
create index numbers_of_trunk on numbers (trunk_id) where trunk_id is not null;

-- What the trunk is told instead of from_number, which it does not know; decided with the route.
alter table calls add column caller_id text;
