alter table refunds validate constraint refunds_status_check;
alter table refunds validate constraint a_reversed_refund_has_its_time;
