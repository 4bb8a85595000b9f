-- Transfers as they were before: without a word to who answers.
create function pg_temp.with_modes(settings json) returns json language sql as $$
  select jsonb_set(settings::jsonb, '{tools}', (
    select jsonb_agg(case when tool ->> 'type' = 'transfer_call'
      then '{"mode": "cold", "briefing": null}'::jsonb || tool
      else tool end order by no)
    from jsonb_array_elements(settings::jsonb -> 'tools') with ordinality as tools(tool, no)))::json
$$;
update agent_versions set settings = pg_temp.with_modes(settings) where settings::jsonb @> '{"tools": [{"type": "transfer_call"}]}';
update agent_drafts set settings = pg_temp.with_modes(settings) where settings::jsonb @> '{"tools": [{"type": "transfer_call"}]}';
update calls set overrides = pg_temp.with_modes(overrides)
  where state <> 'ended' and overrides::jsonb @> '{"tools": [{"type": "transfer_call"}]}';
update batches set overrides = pg_temp.with_modes(overrides) where overrides::jsonb @> '{"tools": [{"type": "transfer_call"}]}';
