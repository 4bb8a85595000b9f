-- What agents can look up.
create table documents (
  document_id text primary key,
  account_id text not null references accounts,
  name text not null,
  content_type text not null,
  size_bytes int not null,
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed')),
  error text,
  -- BCP 47; null until it was given or recognized.
  language text,
  -- The text search configuration of its passages, by name: columns of the type regconfig keep pg_upgrade from working.
  configuration text,
  passages int not null default 0,
  -- provider/model; null: its passages have no embeddings.
  embedding_model text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index documents_account on documents (account_id, document_id);

-- The file in parts, so that none of them keeps a process busy while it is read.
create table document_parts (
  document_id text not null references documents on delete cascade,
  part_no int not null,
  bytes bytea not null,
  primary key (document_id, part_no)
);
alter table document_parts alter column bytes set storage external;

create table document_passages (
  document_id text not null references documents on delete cascade,
  passage_no int not null,
  heading text,
  text text not null,
  -- Made with the configuration of the document.
  words tsvector not null,
  -- Numbers of 32 bits, little-endian, of length 1 in sum; null: none.
  embedding bytea,
  primary key (document_id, passage_no)
);
create index document_passages_words on document_passages using gin (words);

update agent_versions set settings =
  (settings::jsonb || '{"knowledge": {"document_ids": [], "mode": "both"}}')::json
  where not settings::jsonb ? 'knowledge';
