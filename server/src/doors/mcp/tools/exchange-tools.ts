import { Type } from 'typebox'
import { Nullable, OneOf } from '../../../platform/http/schema.ts'
import type { Agent } from '../agent.ts'
import { fitItems, SMALL } from '../small-answer.ts'
import { ADDS, CHANGES, READS, tool } from '../tool.ts'
import { ACTOR, Anything, Cursor, Id, IdempotencyKey, Name, Names, NextCursor, Page, WorkbookId } from './fields.ts'

/** Of a file that is asked for inside the answer. */
const MAX_INLINE_BYTES = 256 * 1024

const Ordered = Type.Object({
  column: Type.String({ maxLength: 200 }),
  direction: Type.Optional(OneOf(['asc', 'desc'])),
})

export const exportFile = tool({
  name: 'export_file',
  title: 'Export tables as a file',
  description:
    'Makes an Excel, csv or Parquet file of tables, or of the whole workbook; of one table also of some rows and columns. A small csv is answered as text; other files only with inline (as base64, up to 256 KB), else the answer tells the request by which the file is downloaded with the same credential. record_branch remembers what went out, so that the file can be edited in Excel and merged back; split_by does so with one file for each value of a column, for one recipient each.',
  scope: 'workbooks:read',
  annotations: { ...ADDS, idempotentHint: true },
  input: Type.Object({
    workbook_id: WorkbookId,
    tables: Type.Optional(Names),
    format: Type.Optional(OneOf(['xlsx', 'csv', 'parquet'])),
    filter: Type.Optional(Anything),
    order_by: Type.Optional(Type.Array(Ordered, { maxItems: 20 })),
    columns: Type.Optional(Names),
    record_branch: Type.Optional(Type.Boolean({ default: false })),
    split_by: Type.Optional(Name(200, 'A column: a zip file with one xlsx for each of its values')),
    inline: Type.Optional(Type.Boolean({ default: false })),
  }),
  output: Type.Object({
    filename: Type.String(),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    branch_id: Nullable(Type.String()),
    text: Nullable(Type.String()),
    base64: Nullable(Type.String()),
    download: Type.Object({ method: Type.String(), path: Type.String(), body: Type.String() }),
  }),
  run: async (agent, { workbook_id, format = 'xlsx', inline, ...wishes }) => {
    const body = { ...wishes, format, actor: ACTOR }
    const file = await agent.workbook(workbook_id).export(body)
    const { head, sizeBytes } = await readHead(file.stream)
    const isText = format === 'csv' && sizeBytes <= SMALL
    return {
      filename: file.filename,
      content_type: file.contentType,
      size_bytes: sizeBytes,
      branch_id: file.branchId,
      text: isText ? head.toString('utf8') : null,
      base64: inline && !isText && sizeBytes <= MAX_INLINE_BYTES ? head.toString('base64') : null,
      download: { method: 'POST', path: `/api/v1/workbooks/${workbook_id}/export`, body: JSON.stringify(body) },
    }
  },
})

/** Counts the whole file and keeps no more of it than an answer could hold. */
async function readHead(stream: ReadableStream<Uint8Array>): Promise<{ head: Buffer; sizeBytes: number }> {
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of stream) {
    if (sizeBytes < MAX_INLINE_BYTES) parts.push(part)
    sizeBytes += part.length
  }
  return { head: Buffer.concat(parts), sizeBytes }
}

const ConflictLine = Type.Object({
  conflict_id: Type.String(),
  kind: Type.String(),
  status: Type.String(),
  table: Nullable(Type.String()),
  row_id: Type.Integer(),
  column: Nullable(Type.String()),
  base_value: Type.Unknown({ description: 'What both sides began with' }),
  prior_value: Type.Unknown({ description: 'What stood there before the file came back' }),
  value: Type.Unknown({ description: 'What stands there now' }),
})

type Conflict = Awaited<ReturnType<Agent['api']['listConflicts']>>['conflicts'][number]

const conflictLine = (conflict: Omit<Conflict, 'op_id'>) => ({
  conflict_id: conflict.conflict_id,
  kind: conflict.kind,
  status: conflict.status,
  table: conflict.table,
  row_id: conflict.row_id,
  column: conflict.column,
  base_value: conflict.base_value,
  prior_value: conflict.prior_value,
  value: conflict.value,
})

export const listConflicts = tool({
  name: 'list_conflicts',
  title: 'List conflicts',
  description:
    'Cells that a returned file and another user both changed, or that were overridden on an old value. Show them to a person when it is not clear which side is right; then resolve_conflict.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({
    workbook_id: WorkbookId,
    status: Type.Optional(OneOf(['open', 'closed'])),
    limit: Page(20, 100),
    cursor: Cursor,
  }),
  output: Type.Object({ conflicts: Type.Array(ConflictLine), open_count: Type.Integer(), next_cursor: NextCursor }),
  run: async (agent, { workbook_id, status, limit, cursor }) => {
    const asked = { workbook_id, status, cursor }
    const page = await agent.api.listConflicts({ ...asked, limit })
    const { kept, isCut } = fitItems(page.conflicts.map(conflictLine))
    const { next_cursor } = isCut ? await agent.api.listConflicts({ ...asked, limit: kept.length }) : page
    return { conflicts: kept, open_count: page.open_count, next_cursor }
  },
})

export const resolveConflict = tool({
  name: 'resolve_conflict',
  title: 'Resolve a conflict',
  description:
    'acknowledge leaves the value that stands there; revert puts back what stood there before; drop_override gives an overridden cell of a derived table its computed value again. revert changes data: name the edit_version you read as expected_version.',
  scope: 'workbooks:write',
  annotations: CHANGES,
  input: Type.Object({
    workbook_id: WorkbookId,
    conflict_id: Id('cf', 'From list_conflicts'),
    action: OneOf(['acknowledge', 'revert', 'drop_override']),
    note: Type.Optional(Type.String({ maxLength: 1000 })),
    expected_version: Type.Optional(Type.Integer({ minimum: 1 })),
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({ ...ConflictLine.properties, edit_version: Nullable(Type.Integer()) }),
  run: async (agent, { workbook_id, conflict_id, idempotency_key, ...decision }) => {
    const body = { ...decision, actor: ACTOR }
    const asked = { workbook_id, conflict_id, body, idempotencyKey: idempotency_key }
    const done = await agent.api.resolveConflict(asked)
    return { ...conflictLine(done), edit_version: done.edit_version }
  },
})
