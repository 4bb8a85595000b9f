-- Accounts with Telnyx, beside those with Twilio. `external_id`: what the carrier calls the account, or the connection of
-- it that calls go through. `secret` is sealed. `public_key`: with which the carrier signs, where it is not the secret.
alter table carriers rename column account_sid to external_id;
alter table carriers rename column auth_token to secret;
alter table carriers add column public_key text;
alter table carriers drop constraint carriers_kind_check;
alter table carriers add constraint carriers_kind_check check (kind in ('twilio', 'telnyx'));
alter table carriers add constraint carriers_public_key_check check ((kind = 'telnyx') = (public_key is not null));
