/** SQL: the trigger that counts refunds, without its check of what is left of the payment. */
export const UNCHECKED_REFUNDS = `create or replace function refunds_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update payments set refunded_minor = refunded_minor + new.amount_minor where id = new.payment_id;
  elsif old.status <> new.status and new.status = 'failed' then
    update payments set refunded_minor = refunded_minor - new.amount_minor where id = new.payment_id;
  end if;
  return new;
end $$`
