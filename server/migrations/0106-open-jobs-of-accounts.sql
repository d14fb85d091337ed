-- outside a transaction
-- Open jobs are counted for their account whenever one is started.
drop index concurrently if exists job_open_by_account;
create index concurrently job_open_by_account on job (account_id) where finished_at is null;
