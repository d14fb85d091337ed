-- A tag keeps its grammar, which paths and rules are written in; users read its label, in any script.
create table tag_label (
  workbook_id uuid not null references workbook on delete cascade,
  tag         text not null check (tag ~ '^[a-z][a-z0-9_-]{0,59}$'),
  label       text not null check (length(label) between 1 and 60),
  primary key (workbook_id, tag)
);
