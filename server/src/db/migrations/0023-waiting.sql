-- What a caller hears while an answer takes its time.
update agent_versions set settings = (settings::jsonb || '{"waiting": "silence"}')::json
  where not settings::jsonb ? 'waiting';
