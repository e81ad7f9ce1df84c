-- `details.prefill` is the customer as the merchant sent it, kept apart from what shoppers type. It is personal data, too.
create or replace function remove_personal_data(of_session text, quiet_since timestamptz, removed_at timestamptz)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from sessions where id = of_session and personal_data_removed_at is null for update;
  if not found or not session_is_at_rest(of_session, quiet_since) then
    return false;
  end if;
  update sessions set details = jsonb_set(details, '{customer}', 'null') - 'prefill',
    personal_data_removed_at = removed_at, version = version + 1 where id = of_session;
  update payments set customer = '{}' where session_id = of_session and customer <> '{}';
  update events set body = body_without_customer(body, removed_at) where session_id = of_session;
  update delivery_attempts a set response_excerpt = null
  from deliveries d join events e on e.id = d.event_id
  where e.session_id = of_session and a.delivery_id = d.id and a.response_excerpt is not null;
  return true;
end $$;
