import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { ON_VIOLATION } from '../../../core/rules/writes-to-check.ts'
import { Nullable, OneOf } from '../../../platform/http/schema.ts'
import type { Agent } from '../agent.ts'
import { fitItems } from '../small-answer.ts'
import { ADDS, tool } from '../tool.ts'
import { ACTOR, IdempotencyKey, SourceName, WorkbookId } from './fields.ts'

const Uploaded = Type.Object({
  workbook_id: Type.String(),
  source: Nullable(Type.String()),
  structuring: Nullable(
    Type.String({ description: 'structured: the tables of reports were found; raw_fallback: each sheet as it stands' }),
  ),
  existing: Type.Boolean({ description: 'The very same file was there already' }),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      row_count: Nullable(Type.Integer()),
      columns: Type.Array(Type.String()),
    }),
  ),
  warnings: Type.Array(Type.String()),
  slot: Nullable(
    Type.Object({
      upload_url: Type.String({ description: 'PUT the bytes here within the hour, without a credential' }),
      max_bytes: Type.Integer(),
      expires_at: Type.String(),
    }),
  ),
})

const MAX_CHARACTERS = 4 * 1024 * 1024

export const uploadFile = tool({
  name: 'upload_file',
  title: 'Upload a spreadsheet',
  description:
    'Brings in a spreadsheet (xlsx, xls, xlsb, ods, csv, tsv) and makes tables of it: small ones as text or base64, others from a url, and without any of the three it answers an address to PUT the bytes to. Without workbook_id a workbook of the file’s name is made. staged keeps the file and makes no tables until you have looked at get_parse_spec and call materialize_source. Next: inspect_workbook to see what is in it and get_parse_spec to see how it was read, then query.',
  scope: 'workbooks:write',
  annotations: { ...ADDS, openWorldHint: true },
  input: Type.Object({
    filename: Type.String({ minLength: 1, maxLength: 255, description: 'With its extension' }),
    workbook_id: Type.Optional(WorkbookId),
    text: Type.Optional(Type.String({ maxLength: MAX_CHARACTERS, description: 'The contents of a csv or tsv' })),
    base64: Type.Optional(Type.String({ maxLength: MAX_CHARACTERS, description: 'The bytes of the file' })),
    url: Type.Optional(Type.String({ maxLength: 2000, description: 'A public https address' })),
    staged: Type.Optional(Type.Boolean({ default: false })),
    idempotency_key: IdempotencyKey,
  }),
  output: Uploaded,
  run: async (agent, { filename, workbook_id: named, text, base64, url, staged, idempotency_key }) => {
    if ([text, base64, url].filter((given) => given !== undefined).length > 1)
      throw invalidField(['text'], 'either', 'give one of text, base64 and url at most')
    const workbook_id = named ?? (await agent.api.createWorkbook({ body: { title: filename } })).workbook_id
    const at = { workbook_id, idempotencyKey: idempotency_key }
    const mode = staged ? 'staged' : 'auto'
    if (url !== undefined)
      return uploadedOf(workbook_id, await agent.api.uploadFromUrl({ ...at, body: { url, filename, mode } }))
    const bytes = text === undefined ? base64 && Buffer.from(base64, 'base64') : Buffer.from(text)
    if (bytes === undefined) return slotFor(agent, workbook_id, filename, mode)
    const file = new File([bytes], filename)
    return uploadedOf(workbook_id, await agent.api.uploadSource({ ...at, body: { file, mode } }))
  },
})

type Sent = Awaited<ReturnType<Agent['api']['uploadSource']>>

const uploadedOf = (workbook_id: string, sent: Sent): Static<typeof Uploaded> => ({
  workbook_id,
  source: sent.source?.name ?? null,
  structuring: sent.structuring ?? null,
  existing: sent.existing ?? false,
  tables: fitItems(sent.artifacts ?? [], 5_000).kept.map(({ name, row_count, schema }) => ({
    name,
    row_count,
    columns: (schema ?? []).map((column) => column.name),
  })),
  warnings: (sent.warnings ?? []).slice(0, 20).map(({ message }) => message),
  slot: null,
})

async function slotFor(agent: Agent, workbook_id: string, filename: string, mode: 'auto' | 'staged') {
  const body = { filename, mode, auto_ingest: true }
  const { upload_url = '', max_bytes, expires_at } = await agent.api.createUpload({ workbook_id, body })
  return { ...uploadedOf(workbook_id, {}), slot: { upload_url, max_bytes, expires_at } }
}

const MODES = ['new', 'append', 'upsert', 'replace'] as const

export const materializeSource = tool({
  name: 'materialize_source',
  title: 'Make tables of a file',
  description:
    'Makes tables of an uploaded file as its parse spec says: its own, whose rows are replaced when it is done again, or appended to, merged by key into, or in the place of a table (table, match_on). on_violation: quarantine sets rows that break a rule aside. dry_run shows what would result. Call it after correct_parse, or for a file that was staged.',
  scope: 'workbooks:write',
  annotations: { ...ADDS, destructiveHint: true },
  input: Type.Object({
    workbook_id: WorkbookId,
    source: SourceName,
    regions: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 500 })),
    mode: Type.Optional(OneOf(MODES)),
    table: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    match_on: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 5 })),
    expected_version: Type.Optional(Type.Integer({ minimum: 1 })),
    expected_versions: Type.Optional(
      Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
        description:
          'Versions of tables that the file made before and that were edited since: these edits are overwritten',
      }),
    ),
    on_violation: Type.Optional(OneOf(ON_VIOLATION)),
    dry_run: Type.Optional(Type.Boolean({ default: false })),
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({
    tables: Type.Array(
      Type.Object({
        table: Type.String(),
        rows_read: Type.Integer(),
        inserted: Type.Integer(),
        updated: Type.Integer(),
        unchanged: Type.Integer(),
        rejected: Type.Integer(),
        cells_nulled: Type.Integer({ description: 'Cells that did not fit the type of their column' }),
      }),
    ),
    edit_version: Nullable(Type.Integer()),
    unchanged: Type.Boolean({ description: 'All tables were there already as they would be now' }),
    archived: Type.Array(Type.String(), { description: 'Tables that the file made before and makes no longer' }),
    kept: Type.Array(Type.String(), { description: 'The same, but edited or in use: they stay' }),
    quarantined: Type.Array(
      Type.Object({ table: Type.String(), quarantine_table: Type.String(), rows: Type.Integer() }),
      { description: 'Rows that break a rule and were set aside: correct them and call send_quarantined' },
    ),
    broken_count: Type.Integer({ description: 'Rows that break a rule and came in: on_violation warn' }),
  }),
  run: async (agent, { workbook_id, source, idempotency_key, ...asked }) => {
    const { regions, dry_run, expected_versions, on_violation, ...target } = asked
    const wish = { regions, dry_run, expected_versions, on_violation }
    const done = await agent.api.materializeSource({
      workbook_id,
      source_name: source,
      idempotencyKey: idempotency_key,
      body: { ...wish, target: target.mode === undefined ? null : target, actor: ACTOR },
    })
    const reports = (done.reports ?? []).map(
      ({ table, rows_read, inserted, updated, unchanged, rejected, cells_nulled }) => ({
        table,
        rows_read,
        inserted,
        updated,
        unchanged,
        rejected,
        cells_nulled,
      }),
    )
    return {
      tables: fitItems(reports).kept,
      edit_version: done.edit_version ?? null,
      unchanged: done.unchanged ?? false,
      archived: fitItems(done.archived ?? []).kept,
      kept: fitItems(done.kept ?? []).kept,
      quarantined: fitItems(done.quarantined ?? []).kept,
      broken_count: done.broken_count ?? 0,
    }
  },
})
