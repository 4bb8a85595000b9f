-- Vendors of speech and language, with the keys of an account.
create table providers (
  provider_id text primary key,
  account_id text not null references accounts,
  vendor text not null,
  name text not null,
  base_url text,
  -- Sealed; null: there is none.
  api_key bytea,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- Agents name it, whatever its case.
create unique index providers_name on providers (account_id, lower(name));

-- A test sends requests to whatever address it is given.
create table provider_tests (
  account_id text primary key references accounts,
  busy_until timestamptz not null,
  minute_began_at timestamptz not null,
  tests_in_minute int not null
);

update agent_versions set settings =
  (settings::jsonb || '{"transcriber": null, "fallbacks": {"transcriber": [], "model": [], "voice_id": []}}')::json
  where not settings::jsonb ? 'fallbacks';
