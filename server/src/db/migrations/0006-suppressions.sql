-- Numbers that an account's agents do not call any more, once each.
create table suppressions (
  suppression_id text primary key,
  account_id text not null references accounts,
  phone text not null,
  reason text,
  source text not null check (source in ('api', 'call', 'dashboard')),
  -- The call in which it was asked for.
  call_id text references calls on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  unique (account_id, phone)
);
create index suppressions_newest on suppressions (account_id, created_at desc, suppression_id desc);
