-- Accounts with carriers that are spoken to over HTTP. `auth_token` is sealed.
create table carriers (
  carrier_id text primary key,
  account_id text not null references accounts,
  kind text not null check (kind in ('twilio')),
  name text not null,
  account_sid text not null,
  auth_token bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (account_id, account_sid)
);

create table carrier_tests (
  account_id text primary key references accounts,
  busy_until timestamptz not null,
  minute_began_at timestamptz not null,
  tests_in_minute int not null
);

-- Null: bought by the operator's account, or from nobody.
alter table numbers add column carrier_id text references carriers;
create index numbers_of_carrier on numbers (carrier_id) where carrier_id is not null;
