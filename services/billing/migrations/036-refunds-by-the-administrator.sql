-- null: a refund that the administrator ordered (docs/domain.md#refunds).
alter table partner_orders alter column request_id drop not null;
