-- End of the lease of a running attempt, during which a manual retry starts no second attempt.
alter table outgoing_deliveries add column leased_until timestamptz;
