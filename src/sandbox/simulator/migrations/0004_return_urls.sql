-- A return URL opens the page of its session: it is kept only where the issuer asks the shopper, and sends them back.
alter table simulator.payments alter column return_url drop not null;
update simulator.payments set return_url = null where challenge_token is null;
alter table simulator.payments add constraint who_was_asked_is_sent_back
  check ((challenge_token is null) = (return_url is null));
