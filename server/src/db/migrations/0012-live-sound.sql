-- How the person is connected: by telephone, or by a browser, whose sound comes over a WebSocket.
alter table calls add column channel text not null default 'phone' check (channel in ('phone', 'browser'));

-- The settings of a call that tries what is not published; null: those of its agent's version.
alter table calls add column draft json;
