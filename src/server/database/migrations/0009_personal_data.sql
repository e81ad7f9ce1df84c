-- When what a session knew of a person was removed; null while it is there.
alter table sessions add column personal_data_removed_at timestamptz;
create index sessions_to_forget on sessions ((coalesce(completed_at, canceled_at, expires_at)))
  where status <> 'open' and personal_data_removed_at is null;

-- Whether a session has ended, nothing of it is under way (money, a refund, a notification, a receipt), and nothing
-- happened or was sent again since. A function, so that the planner takes one session after another.
create function session_is_at_rest(of_session text, since timestamptz) returns boolean language sql stable as $$
  select exists (select from sessions where id = of_session and status <> 'open')
    and not exists (
      select from payments where session_id = of_session
        and status in ('created', 'requires_action', 'processing', 'unknown')
    )
    and not exists (select from refunds where session_id = of_session and status = 'pending')
    and not exists (
      select from events e join deliveries d on d.event_id = e.id where e.session_id = of_session and d.status = 'pending'
    )
    and not exists (select from receipt_emails where session_id = of_session and status = 'pending')
    and not exists (
      select from events e left join deliveries d on d.event_id = e.id
      where e.session_id = of_session and greatest(e.created_at, d.created_at) > since
    )
$$;

-- The body of an event without its customer. Of its bytes no other changes: json, unlike jsonb, gives a value as it is
-- written, and within a string of JSON no quotation mark stands bare.
create function body_without_customer(body text, removed_at timestamptz) returns text language sql immutable as $$
  select case when json_typeof(body::json #> '{data,session,customer}') = 'object'
    then replace(
      body,
      '"customer":' || (body::json #> '{data,session,customer}')::text,
      '"customer":null,"personalDataRemovedAt":"'
        || to_char(removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'
    )
    else body end
$$;

-- The one change of an event, and of what was answered to it: it runs as the owner of the tables, so that servers need
-- no right to change either. False when the session is not at rest, or there is nothing left to remove.
create function remove_personal_data(of_session text, quiet_since timestamptz, removed_at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from sessions where id = of_session and personal_data_removed_at is null for update;
  if not found or not session_is_at_rest(of_session, quiet_since) then
    return false;
  end if;
  update sessions set details = jsonb_set(details, '{customer}', 'null'), personal_data_removed_at = removed_at,
    version = version + 1 where id = of_session;
  update payments set customer = '{}' where session_id = of_session and customer <> '{}';
  update events set body = body_without_customer(body, removed_at) where session_id = of_session;
  update delivery_attempts a set response_excerpt = null
  from deliveries d join events e on e.id = d.event_id
  where e.session_id = of_session and a.delivery_id = d.id and a.response_excerpt is not null;
  return true;
end $$;
revoke execute on function remove_personal_data(text, timestamptz, timestamptz) from public;
