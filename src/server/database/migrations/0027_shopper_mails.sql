-- Mails to shoppers besides the receipt. To whom stands in the payment and in no second place.
create table shopper_mails (
  session_id text collate "C" not null references sessions,
  kind text not null check (kind in ('boleto_made', 'boleto_due', 'refund', 'reversal')),
  -- The refund; empty for the other kinds, of which a session has one each.
  refund_id text collate "C" not null default '',
  payment_id text collate "C" not null references payments,
  -- Dropped: by the time it was due there was nothing to tell, or nobody to tell it to.
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'dropped')),
  attempts_made integer not null default 0,
  next_attempt_at timestamptz,
  lease_token uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (session_id, kind, refund_id),
  constraint a_pending_mail_is_due check ((status = 'pending') = (next_attempt_at is not null))
);
create index shopper_mails_due on shopper_mails (next_attempt_at) where status = 'pending';
create index shopper_mails_by_age on shopper_mails (finished_at) where status <> 'pending';

-- Whether its shoppers get them.
alter table merchants add column shopper_mails boolean not null default true;

-- A mail that is due needs its address. A reminder does not: by its day it is dropped where the session has ended.
create or replace function session_is_at_rest(of_session text, since timestamptz)
returns boolean language sql stable as $$
  select exists (select from sessions where id = of_session and status <> 'open')
    and not exists (
      select from payments where session_id = of_session
        and (status not in ('succeeded', 'failed', 'voided') or intent is not null)
    )
    and not exists (select from refunds where session_id = of_session and status = 'pending')
    and not exists (
      select from disputes where session_id = of_session and status in ('needs_response', 'under_review')
    )
    and not exists (
      select from events e join deliveries d on d.event_id = e.id where e.session_id = of_session and d.status = 'pending'
    )
    and not exists (select from receipt_emails where session_id = of_session and status = 'pending')
    and not exists (
      select from shopper_mails where session_id = of_session and status = 'pending' and kind <> 'boleto_due'
    )
    and not exists (
      select from events e left join deliveries d on d.event_id = e.id
      where e.session_id = of_session and greatest(e.created_at, d.created_at) > since
    )
$$;
