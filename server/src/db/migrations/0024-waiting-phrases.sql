-- What was called silence has been phrases, said again and again; silence means silence from now on.
update agent_versions set settings = (settings::jsonb || '{"waiting": "phrases"}')::json
  where settings::jsonb ->> 'waiting' = 'silence';
update agent_drafts set settings = (settings::jsonb || '{"waiting": "phrases"}')::json
  where settings::jsonb ->> 'waiting' = 'silence';
