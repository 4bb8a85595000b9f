-- Calls that are handed over, and come back where that fails.
alter table calls add column transferred_to text;
alter table calls drop constraint calls_state_check;
alter table calls add constraint calls_state_check
  check (state in ('queued', 'dialing', 'ringing', 'talking', 'transferring', 'ending', 'ended'));

create or replace function calls_move_forward() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
    ('queued', 'dialing'), ('queued', 'ended'),
    ('dialing', 'ringing'), ('dialing', 'talking'), ('dialing', 'ended'),
    ('ringing', 'talking'), ('ringing', 'ended'),
    ('talking', 'transferring'), ('talking', 'ending'), ('talking', 'ended'),
    ('transferring', 'talking'), ('transferring', 'ending'), ('transferring', 'ended'),
    ('ending', 'ended')
  ) then
    raise exception 'call % cannot move from % to %', old.call_id, old.state, new.state using errcode = '23514';
  end if;
  return new;
end $$;
