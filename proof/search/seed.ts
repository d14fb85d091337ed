import type pg from 'pg'
import { type Crowd, idOf } from '../lib/seed-catalog.ts'
import { type Texts, textsOf, WANTED } from './texts.ts'

/** Tables of different texts; everybody has some of them. Whole workbooks take one after the other, so they come in tens. */
const DIFFERENT = 4_000
const EACH = 10

/** Fills every workbook of a crowd with ten tables and what they are found by, and one of them with those to look for. */
export async function seedEntries(db: pg.Pool, crowd: Crowd, say: (line: string) => void) {
  await db.query('alter table artifact disable trigger noted; alter table table_head disable trigger noted')
  await makeTexts(db)
  say(`${DIFFERENT} texts`)
  const { rows } = await db.query("select indexdef from pg_indexes where indexname = 'search_entry_signatures'")
  await db.query('drop index search_entry_signatures')
  const workbooks = crowd.reduce((sum, group) => sum + group.owners * group.workbooksEach, 0)
  for (let from = 1; from <= workbooks; from += 50_000) {
    const to = Math.min(from + 49_999, workbooks)
    await db.query(
      `with item as materialized (
         select w.workbook_id, w.workspace_id, s.account_id, gen_random_uuid() as item_id, t.*
         from generate_series(${from}, ${to}) book, generate_series(1, ${EACH}) k, workbook w, workspace s, some_text t
         where w.workbook_id = ${idOf('b', 'book')} and s.workspace_id = w.workspace_id
           and t.n = abs(hashint4(book)) % ${DIFFERENT / EACH} * ${EACH} + k - 1
       ), artifacts as (
         insert into artifact (workbook_id, artifact_id, kind, layer, name, state, description)
         select workbook_id, item_id, 'table', 'base', name, 'active', description from item
       )
       insert into search_entry
       select workbook_id, item_id, 'artifact', account_id, workspace_id, folded_name, folded_description, folded_columns, origins,
         folded_filenames, signature, name_signature, name_hash from item`,
    )
    say(`${to * EACH} tables`)
  }
  await db.query(`set maintenance_work_mem = '2GB'; ${rows[0].indexdef}`)
  say('the index')
  await db.query('alter table artifact enable trigger noted; alter table table_head enable trigger noted')
  await seedWanted(db)
  await db.query('vacuum analyze search_entry, artifact')
}

/** What the service itself would note of each text. */
async function makeTexts(db: pg.Pool) {
  await db.query(
    `create table some_text (n integer primary key, name text, description text, folded_name text, folded_description text,
       folded_columns text[], origins integer[], folded_filenames text[], signature bit(1024), name_signature bit(128), name_hash integer)`,
  )
  const noId = "'00000000-0000-0000-0000-000000000000'::uuid"
  for (let from = 0; from < DIFFERENT; from += 500) {
    const texts: (Texts & { n: number })[] = Array.from({ length: 500 }, (_, k) => ({
      n: from + k,
      ...textsOf(from + k),
    }))
    await db.query(
      `insert into some_text
       select t.n, t.name, t.description, (m.entry).name, (m.entry).description, (m.entry).columns, (m.entry).origins,
         (m.entry).filenames, (m.entry).signature, (m.entry).name_signature, (m.entry).name_hash
       from json_to_recordset($1) as t (n integer, name text, description text, columns json, filenames json),
       lateral (select signed_entry(row(${noId}, ${noId}, 'artifact', ${noId}, ${noId}, folded(t.name), folded(t.description),
         array(select folded(c) from json_array_elements_text(t.columns) as c),
         array(select generate_series(1, json_array_length(t.columns))),
         array(select folded(f) from json_array_elements_text(t.filenames) as f), null, null, null)::search_entry) as entry) as m`,
      [JSON.stringify(texts)],
    )
  }
}

/** As the service makes them: through the triggers. They go to workbooks of the largest owner, five to each. */
async function seedWanted(db: pg.Pool) {
  for (const [n, { name, columns, filenames }] of WANTED.entries()) {
    const workbook = idOf('b', String(1 + Math.floor(n / 5) * 7))
    await db.query(
      `with made as (
         insert into artifact (workbook_id, artifact_id, kind, layer, name, state)
         values (${workbook}, gen_random_uuid(), 'table', 'base', $1, 'active') returning workbook_id, artifact_id
       ), head as (
         insert into table_head (workbook_id, table_id, edit_version, content_version, schema_no, row_count, next_row_id, next_column_id, manifest_version, changed_seq)
         select workbook_id, artifact_id, 1, 1, 1, 0, 1, 10, 1, 1 from made
       ), described as (
         insert into table_schema (workbook_id, table_id, schema_no, columns)
         select workbook_id, artifact_id, 1, $2::jsonb from made
       ), object as (
         insert into source_object (workbook_id, object_id, expires_at) select workbook_id, artifact_id, null from made
       ), made_of as (
         insert into source (workbook_id, source_id, name, mode, status, structuring, provenance, revision, created_by)
         select workbook_id, md5(artifact_id::text)::uuid, 'a file of ' || artifact_id, 'auto', 'materialized', 'skipped', '{}', 1, artifact_id from made
       ), part as (
         insert into source_table (workbook_id, source_id, table_id, part) select workbook_id, md5(artifact_id::text)::uuid, artifact_id, 'x' from made
       )
       insert into source_revision (workbook_id, source_id, revision, filename, content_type, object_id, size_bytes, sha256, created_by)
       select workbook_id, md5(artifact_id::text)::uuid, 1, $3, 'text/csv', artifact_id, 1, '', artifact_id from made`,
      [
        name,
        JSON.stringify(columns.map((column, k) => ({ id: k + 1, origin: k + 1, name: column, type: 'VARCHAR' }))),
        filenames[0],
      ],
    )
  }
}
