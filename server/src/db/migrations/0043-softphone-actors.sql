-- A person hands a call on by their telephone, which has shown its password.
alter table audit_log drop constraint audit_log_actor_type_check,
  add constraint audit_log_actor_type_check check (actor_type in ('key', 'user', 'softphone', 'operator', 'system'));
