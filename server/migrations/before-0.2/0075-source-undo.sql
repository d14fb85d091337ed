-- How a source was read before each of its last corrections, so that they can be taken back one after the other. Only for
-- the analysis that they were made of: spec_version says which.
create table source_undo (
  workbook_id  uuid not null,
  source_id    uuid not null,
  spec_version integer not null,
  revision     integer not null,
  spec         json not null,
  primary key (workbook_id, source_id, spec_version, revision),
  foreign key (workbook_id, source_id) references source on delete cascade
);
