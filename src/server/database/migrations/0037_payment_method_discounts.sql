-- What the discount of the session for paying by this method took off. Without one, as in every older payment: 0.
alter table payments add column discount_minor bigint not null default 0;

-- Mirrors `discountOf` in domain/method-discounts.ts.
create function method_discount(amount bigint, discount jsonb) returns bigint language sql immutable as $$
  select least(amount - 1,
    coalesce((discount ->> 'amount')::bigint, (amount * (discount ->> 'basisPoints')::bigint + 5000) / 10000, 0))
$$;

-- A server of the release before knows no discounts: it must not charge more than the page has shown.
create function payments_have_the_discount() returns trigger language plpgsql as $$
begin
  if new.discount_minor <> (
    select method_discount(s.amount_minor, s.details -> 'paymentMethodDiscounts' -> new.method)
    from sessions s where s.id = new.session_id
  ) then
    raise exception 'a payment has another discount than its session'
      using errcode = 'check_violation', constraint = 'payments_have_the_discount';
  end if;
  return new;
end $$;
create trigger payments_have_the_discount before insert on payments
  for each row execute function payments_have_the_discount();
