-- A person at the live desk has put the caller on hold. Of a call that does not talk it means nothing.
alter table calls add column on_hold boolean not null default false;
