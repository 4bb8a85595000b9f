-- Who changed what: written in the transaction of the change, so that neither is there without the other.
create table audit_log (
  audit_id text primary key,
  account_id text not null references accounts,
  at timestamptz not null default clock_timestamp(),
  actor_type text not null check (actor_type in ('key', 'user', 'operator', 'system')),
  -- The key or the user; without a reference, since the log outlives both.
  actor_id text,
  -- The noun and what was done to it: agent.updated, call.taken_over.
  action text not null,
  target_id text,
  -- What the thing was and became, without secrets.
  before json,
  after json
);
create index audit_log_newest on audit_log (account_id, at desc, audit_id desc);
create index audit_log_of_target on audit_log (account_id, target_id, at desc) where target_id is not null;

-- Which key is which, for people.
alter table api_keys add column name text;
