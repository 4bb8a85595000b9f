-- What a trunk is registered with: our contact alone, or all of its numbers at once (RFC 6140).
alter table trunks add column registration_mode text not null default 'single'
  check (registration_mode in ('single', 'bulk'));
