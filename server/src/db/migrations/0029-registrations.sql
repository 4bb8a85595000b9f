-- Trunks that want us to register: one node holds the registration of each, and says how it stands.
alter table trunks
  add column registration_node text,
  -- Another node takes it then.
  add column registration_held_until timestamptz,
  -- Null: nothing is known yet.
  add column registration_state text check (registration_state in ('registered', 'refused', 'unreachable')),
  -- In words, where it is not registered.
  add column registration_detail text,
  add column registration_expires_at timestamptz;
create index trunks_registration on trunks (registration_held_until) where authentication = 'register' and not disabled;
