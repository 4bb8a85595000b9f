-- Agents may have tools of their own, and a webhook that is asked for variables.
update agent_versions set settings = (settings::jsonb || '{"variables_webhook": null}')::json
  where not settings::jsonb ? 'variables_webhook';
update calls set draft = (draft::jsonb || '{"variables_webhook": null}')::json
  where draft is not null and not draft::jsonb ? 'variables_webhook';
