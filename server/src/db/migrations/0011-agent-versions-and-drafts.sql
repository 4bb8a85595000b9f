-- A deleted agent stays, so that its calls are still explained by it.
alter table agents add column deleted_at timestamptz;

alter table agent_versions
  add column created_at timestamptz,
  -- Without a reference, since a version outlives keys and users. Null: not known.
  add column actor_type text check (actor_type in ('key', 'user', 'operator', 'system')),
  add column actor_id text,
  add column changed text[] not null default '{}',
  add column restored_from int;

-- When the versions in between were made is not known any more; it was not before the agent and not after its last change.
update agent_versions v set created_at = case when v.version = 1 then a.created_at else a.updated_at end
  from agents a where a.agent_id = v.agent_id;
alter table agent_versions alter column created_at set not null, alter column created_at set default now();

update agent_versions v set changed = coalesce((
    select array_agg(new.key order by new.key) from json_each(v.settings) new
      where new.value::jsonb is distinct from (v_before.settings -> new.key)::jsonb), '{}')
  from agent_versions v_before
  where v_before.agent_id = v.agent_id and v_before.version = v.version - 1;

-- What one person or key has typed and not published.
create table agent_drafts (
  agent_id text not null references agents,
  actor_type text not null,
  actor_id text not null,
  base_version int not null,
  -- A save names the revision that it changed; a late one changes nothing.
  revision int not null,
  settings json not null,
  updated_at timestamptz not null default now(),
  primary key (agent_id, actor_type, actor_id)
);

-- What keeps an agent from being deleted. Of all batches: counters in its condition would make every count touch it.
create index batches_of_agent on batches (agent_id);
