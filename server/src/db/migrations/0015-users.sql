-- How times and numbers are written for the people of an account who chose nothing of their own.
alter table accounts add column language text not null default 'en-US', add column timezone text not null default 'UTC';

-- How long a key was made to last, which a rotation shortens and its successor takes over; null: until it is revoked.
alter table api_keys add column lifetime_s int;

-- People who sign in to the dashboard. Each belongs to one account.
create table users (
  user_id text primary key,
  account_id text not null references accounts,
  seq bigint generated always as identity unique,
  -- Null until the invitation of a first owner is used.
  email text,
  name text,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  status text not null default 'invited' check (status in ('invited', 'active', 'disabled')),
  -- argon2id as a PHC string; null for those who sign in with single sign-on alone.
  password_hash text,
  language text,
  timezone text,
  -- Sealed. A secret asks for codes only when one of them has confirmed it.
  totp_secret bytea,
  totp_confirmed boolean not null default false,
  -- The time step of the last code that was taken: none is taken twice.
  totp_last_step bigint,
  -- Issuer and subject of single sign-on.
  sso_issuer text,
  sso_subject text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  -- A removed user keeps name and e-mail address, which the audit log shows; they are free for others again.
  removed_at timestamptz,
  check (status = 'invited' or (email is not null and name is not null)),
  check (totp_secret is not null or not totp_confirmed)
);
create index users_account on users (account_id, seq) where removed_at is null;
-- An e-mail address signs in to one account; an invitation takes it from nobody.
create unique index users_email on users (lower(email)) where status <> 'invited' and removed_at is null;
create unique index users_email_in_account on users (account_id, lower(email)) where removed_at is null;
create unique index users_single_sign_on on users (sso_issuer, sso_subject) where removed_at is null;

-- What a person opens once: an invitation, or a new password. One at a time for each user.
create table user_links (
  user_id text primary key references users,
  -- SHA-256 of the token in the address.
  hash bytea not null unique,
  purpose text not null check (purpose in ('invitation', 'new_password')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table sessions (
  session_id text primary key,
  user_id text not null references users,
  -- SHA-256 of the token in the cookie.
  hash bytea not null unique,
  agent text not null,
  address text not null,
  created_at timestamptz not null default now(),
  -- Written once a minute at most.
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- SHA-256 of codes that stand in for the authenticator app, once each.
create table recovery_codes (
  user_id text not null references users,
  hash bytea not null,
  primary key (user_id, hash)
);

create index audit_log_of_actor on audit_log (account_id, actor_id, at desc) where actor_id is not null;
