-- What was different from the agent for one call: settings that are tried before they are published, or overrides of a request.
alter table calls rename column draft to overrides;

alter table calls
  -- What the client knows the call by.
  add column metadata json not null default '{}',
  -- What the vendors have done for it, and what that costs by the prices that held when it ended.
  add column usage json,
  add column cost json;

-- Of all calls of a batch: with each of them, a prompt would be stored ten thousand times.
alter table batches add column overrides json;

-- The account's own prices; null: those that come with Parley.
alter table accounts add column prices json;

update agent_versions set settings = (settings::jsonb || '{"extraction": null}')::json
  where not settings::jsonb ? 'extraction';
