alter table batches
  -- For people.
  add column name text,
  -- Until it is resumed, nothing of the batch is dialled.
  add column paused_at timestamptz,
  add column retry_of text references batches on delete set null,
  -- Stored, so that what an index asks for changes with the first and the last call, and not with each.
  add column is_waiting boolean not null generated always as (queued > 0 and paused_at is null) stored,
  add column is_over boolean not null generated always as (queued + in_progress = 0) stored,
  -- Each call updates its batch twice: room beside the row keeps these updates out of the indexes.
  set (fillfactor = 50);
drop index batches_waiting;
create index batches_waiting on batches (account_id, schedule_at) where is_waiting;
create index batches_newest on batches (account_id, created_at desc, batch_id desc);
create index batches_newest_of_agent on batches (account_id, agent_id, created_at desc, batch_id desc);
create index batches_newest_live on batches (account_id, created_at desc, batch_id desc)
  where not is_over and canceled_at is null;
create index batches_newest_canceled on batches (account_id, created_at desc, batch_id desc)
  where canceled_at is not null;
create index batches_retried on batches (retry_of) where retry_of is not null;

-- `inbox` leads to the account's own inbox: its address is a path of this service, whatever that is called.
alter table webhooks drop constraint webhooks_source_check,
  add constraint webhooks_source_check check (source in ('api', 'configuration', 'inbox'));
create unique index webhooks_one_inbox on webhooks (account_id) where source = 'inbox' and deleted_at is null;
create unique index webhooks_inbox_address on webhooks (url) where source = 'inbox';

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries on delete cascade,
  attempt_no int not null,
  attempted_at timestamptz not null default clock_timestamp(),
  status int,
  -- The beginning of what the receiver answered.
  response text,
  error text,
  duration_ms int,
  primary key (delivery_id, attempt_no)
);
insert into webhook_attempts (delivery_id, attempt_no, attempted_at, status, error, duration_ms)
  select delivery_id, attempts, last_attempt_at, last_status, last_error, last_duration_ms
  from webhook_deliveries where last_attempt_at is not null;

-- What came to an account's inbox; the last hundred are kept.
create table inbox_messages (
  message_id text primary key,
  account_id text not null references accounts,
  received_at timestamptz not null default clock_timestamp(),
  event_id text not null,
  event_type text not null,
  headers json not null,
  -- The bytes that were signed.
  body text not null
);
create index inbox_messages_newest on inbox_messages (account_id, received_at desc, message_id desc);

create index suppressions_by_phone on suppressions (account_id, phone text_pattern_ops);
