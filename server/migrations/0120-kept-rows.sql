-- Rows of a table that the next edition of its file has again keep their ids. The ids reserved for that edition stay what its rows are
-- placed by; `kept` says which of them became rows that were there before, packed: pairs of runs. The edition counts no more once its
-- op was undone.
alter table table_origin add column kept bytea, add column op_id bigint;
