-- The way to the telephone network, decided once, when the call is accepted. Null for calls that came in.
alter table calls add column route text;
update calls set route = case
    when not simulated then 'sip'
    when recipient_phone in (select phone from numbers) then 'own'
    else 'simulated' end
  where direction = 'outbound' and state <> 'ended';
alter table calls add constraint calls_routed check (route is not null or direction = 'inbound' or state = 'ended');

-- Asked for from outside; the node that carries the call reads it at its next renewal, should the notification be lost.
alter table calls add column hangup_requested_at timestamptz;

alter table rate_ring rename to rate_slots;
alter index rate_ring_pkey rename to rate_slots_pkey;
alter index rate_ring_oldest rename to rate_slots_oldest;

-- Rare: slots of a plan that was lowered. Asked for at the end of every call.
create index call_slots_retired on call_slots (account_id, slot_no) where retired;

-- The process that carries the call numbers its turns, so that a turn that is stored twice is stored once.
alter table spoken_turns alter column seq drop identity;
