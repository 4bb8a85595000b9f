-- Telephones of people, which register at Parley.
create table softphones (
  softphone_id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null,
  -- Of all accounts: it is all that a REGISTER tells.
  username text not null unique,
  -- H(A1) of RFC 7616, section 3.4.2, of a password with 128 bits of chance.
  secret_md5 text not null,
  secret_sha256 text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (account_id, name)
);

create table softphone_contacts (
  softphone_id text not null references softphones on delete cascade,
  uri text not null,
  -- Where its REGISTER came from, which is where calls to it go.
  protocol text not null check (protocol in ('udp', 'tcp', 'tls')),
  host text not null,
  port int not null,
  user_agent text,
  call_id text not null,
  sequence bigint not null,
  registered_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (softphone_id, uri)
);
