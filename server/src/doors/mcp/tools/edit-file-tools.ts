import { Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { Nullable } from '../../../platform/http/schema.ts'
import { CellsToSet, ChangedRows, FileEditBody, RowEditBody } from '../../../work/sources/edit/edits.schema.ts'
import type { Agent } from '../agent.ts'
import { fitItems, isShortened } from '../small-answer.ts'
import { CHANGES, READS, tool } from '../tool.ts'
import { IdempotencyKey, SourceName, WorkbookId } from './fields.ts'

const CellLook = Type.Object(
  {
    value: Type.Unknown(),
    formula: Type.Optional(Nullable(Type.String())),
    number_format: Type.Optional(Nullable(Type.String())),
    bold: Type.Optional(Type.Boolean()),
    italic: Type.Optional(Type.Boolean()),
    color: Type.Optional(Nullable(Type.String())),
    fill: Type.Optional(Nullable(Type.String())),
  },
  { description: 'The value, and what else of the cell is another' },
)

const Changed = Type.Object({
  cell: Type.String({ description: 'As in Sheet1!B7' }),
  computed: Type.Boolean({ description: 'A formula that gives another value; otherwise a cell that was set' }),
  before: CellLook,
  after: CellLook,
})

const Report = {
  change_count: Type.Integer(),
  cut: Type.Boolean({ description: 'There are more than are listed' }),
  not_computed: Type.Array(Type.String(), {
    description: 'Formulas that read changed cells and whose value is not known, with the reason',
  }),
}

export const editFile = tool({
  name: 'edit_file',
  title: 'Edit cells of a file',
  description:
    'Changes cells, formulas, formats and rows of an uploaded xlsx file; all else in it stays byte for byte. Formulas that read them are computed again. The result is the next revision of the source, and its tables are read again: their rows are replaced. An edit is {sheet, range, value | values | date | formula, number_format, bold, italic, color, fill}. rows inserts or deletes rows before the edits are made: {sheet, action: insert | delete, row, count}; formulas, names, merged cells, filters, tables, charts and notes follow, and what cannot follow is refused with the reason. With dry_run it answers which cells would change, and writes nothing. restore_revision instead of edits and rows brings an older revision back: with the revision before your first edit it undoes all of them. Refused where policies hide columns of the workbook.',
  scope: 'workbooks:write',
  annotations: CHANGES,
  view: 'diff',
  input: Type.Object({
    workbook_id: WorkbookId,
    source: SourceName,
    edits: Type.Optional(Type.Array(FileEditBody, { minItems: 1, maxItems: 200 })),
    rows: Type.Optional(Type.Array(RowEditBody, { minItems: 1, maxItems: 20 })),
    restore_revision: Type.Optional(Type.Integer({ minimum: 1 })),
    expected_revision: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The revision you read; refused if the file is another one by now' }),
    ),
    dry_run: Type.Optional(Type.Boolean({ default: false })),
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({
    revision: Type.Integer({ description: 'The one that there is now' }),
    dry_run: Type.Boolean(),
    changes: Type.Array(Changed),
    ...Report,
    rows: ChangedRows,
    tables: Type.Array(Type.String(), { description: 'Tables that were read again' }),
  }),
  run: async (agent, { workbook_id, source, idempotency_key, ...wish }) => {
    refuseIfShortened(wish.edits ?? [])
    const keyed = wish.dry_run ? {} : { idempotencyKey: idempotency_key }
    const done = await agent.api.editSource({ workbook_id, source_name: source, body: wish, ...keyed })
    const { kept, isCut } = fitItems(done.changes.map(changeOf), 6_000)
    return {
      revision: done.revision,
      dry_run: done.dry_run,
      changes: kept,
      change_count: done.change_count,
      cut: done.truncated || isCut,
      not_computed: notComputed(done),
      rows: done.rows,
      tables: done.tables,
    }
  },
})

export const whatIf = tool({
  name: 'what_if',
  title: 'What if cells were others',
  description:
    'Sets cells of an uploaded xlsx file for the time of the question, computes all formulas that read them, however far, and answers which give another value, nearest first, with the changed cells that each reads. Nothing is written. To keep a change, take edit_file.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({
    workbook_id: WorkbookId,
    source: SourceName,
    set: Type.Array(Type.Object(CellsToSet), { minItems: 1, maxItems: 100 }),
  }),
  output: Type.Object({
    changes: Type.Array(
      Type.Object({
        cell: Type.String(),
        before: Type.Unknown(),
        after: Type.Unknown(),
        formula: Nullable(Type.String()),
        from: Type.Array(Type.String(), { description: 'Changed cells that it reads' }),
        step: Nullable(Type.Integer({ description: '0: was set; else over how many formulas it is reached' })),
      }),
    ),
    ...Report,
  }),
  run: async (agent, { workbook_id, source, set }) => {
    const found = await agent.api.whatIf({ workbook_id, source_name: source, body: { set } })
    const changes = found.changes.map(({ sheet, cell, before, after, from, step }) => ({
      cell: `${sheet}!${cell}`,
      before: before.value,
      after: after.value,
      formula: after.formula,
      from,
      step,
    }))
    const { kept, isCut } = fitItems(changes, 6_000)
    return {
      changes: kept,
      change_count: found.change_count,
      cut: found.truncated || isCut,
      not_computed: notComputed(found),
    }
  },
})

type Edited = Awaited<ReturnType<Agent['api']['editSource']>>
type State = Edited['changes'][number]['before']

const LOOKS = ['formula', 'number_format', 'bold', 'italic', 'color', 'fill'] as const

function changeOf({ sheet, cell, computed, before, after }: Edited['changes'][number]) {
  const others = LOOKS.filter((member) => before[member] !== after[member])
  const shown = (state: State) => ({
    value: state.value,
    ...Object.fromEntries(others.map((member) => [member, state[member]])),
  })
  return { cell: `${sheet}!${cell}`, computed, before: shown(before), after: shown(after) }
}

const MOST_NOT_COMPUTED = 20

const notComputed = ({ not_computed }: Pick<Edited, 'not_computed'>) =>
  not_computed.slice(0, MOST_NOT_COMPUTED).map(({ sheet, cell, reason }) => `${sheet}!${cell}: ${reason}`)

function refuseIfShortened(edits: readonly { value?: unknown; values?: readonly (readonly unknown[])[] }[]) {
  for (const [index, { value, values = [] }] of edits.entries())
    if ([value, ...values.flat()].some(isShortened))
      throw invalidField(
        ['edits', index, 'value'],
        'shortened',
        'is a text that was shortened for you; leave the cell out, or write the whole text',
      )
}
