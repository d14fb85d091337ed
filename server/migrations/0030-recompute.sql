-- Who recomputes a workbook now, until the end of his lease: others wait, and then find what is left to do. What a holder
-- commits after his lease is judged by the commit itself, which knows what the run was made from.
create table recompute_lease (
  workbook_id uuid primary key references workbook on delete cascade,
  holder      uuid not null,
  lease_until timestamptz not null
);
