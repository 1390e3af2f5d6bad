-- Until when the attempt under way may take: a retry meanwhile begins no second one beside it.
alter table outgoing_deliveries add column leased_until timestamptz;
