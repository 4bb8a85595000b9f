-- Sums over many calls are read from the index alone.
alter table call_value_figures drop constraint call_value_figures_pkey;
alter table call_value_figures add primary key (account_id, kind, slot, agent_id, batch_id, number, direction, value)
  include (count);
alter table call_value_figures set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 5000);
