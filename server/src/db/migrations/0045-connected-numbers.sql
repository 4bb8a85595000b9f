-- Whether a number was bought here, and goes back to its seller when it is released: those of trunks were connected.
alter table numbers add column is_bought boolean not null default true;
update numbers set is_bought = false where source = 'trunk';
