-- Where calls out go that a trunk cannot take; null: nowhere.
alter table trunks add column fallback_trunk_id text references trunks on delete set null;
create index trunks_fallback on trunks (fallback_trunk_id) where fallback_trunk_id is not null;
-- The ways of a call behind its route, decided when it was accepted: [{"name", "callerId"}]; null: there are none.
alter table calls add column fallback_routes json;
