-- Sorts the administrator's list of subscribers, newest registration first. Null: registered before this version, and listed last
-- until identity publishes the registration again (`npm run reconcile -- --repair`).
alter table subscribers add column registered_at timestamptz;
create index subscribers_registered on subscribers ((coalesce(registered_at, '-infinity'::timestamptz)) desc, id desc) where not erased;
