-- What is deleted of a call is deleted of the events that were made of it, too: found by the call, not by the time.
create index webhook_events_of_call on webhook_events (((body::json -> 'data') ->> 'call_id'));
drop index webhook_events_newest;
