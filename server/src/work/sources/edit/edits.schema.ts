import type { CellState } from '@bindery-data/spreadsheet/edits/cell-states.ts'
import type { EditedCell } from '@bindery-data/spreadsheet/edits/edit-file.ts'
import type { FileEdit, RowEdit } from '@bindery-data/spreadsheet/edits/file-edit.ts'
import type { StyleChange } from '@bindery-data/spreadsheet/write/edit/restyle.ts'
import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { NamedObject, Nullable, Patterned } from '../../../platform/http/schema.ts'

const Range = Patterned(
  '^[A-Za-z]{1,3}[1-9][0-9]{0,6}(:[A-Za-z]{1,3}[1-9][0-9]{0,6})?$',
  'a cell or a range of them, as in B2 or B2:C9',
  { maxLength: 21 },
)
const CellContent = Type.Union([Type.String({ maxLength: 32_767 }), Type.Number(), Type.Boolean(), Type.Null()], {
  description: 'Null empties the cell; a text stays a text, whatever it begins with',
})
const Color = Nullable(Patterned('^[0-9A-Fa-f]{6}$', 'RRGGBB', { maxLength: 6 }))
const Formula = Type.String({
  minLength: 1,
  maxLength: 8_192,
  description: 'For the first cell of the range; in the others its relative references move along',
})

/** Cells that are set: in a file, or for the time of a question. */
export const CellsToSet = {
  sheet: Type.Optional(Type.String({ maxLength: 300, description: 'The first one when left out' })),
  range: Range,
  value: Type.Optional(CellContent),
  values: Type.Optional(
    Type.Array(Type.Array(CellContent, { maxItems: 1_000 }), {
      minItems: 1,
      maxItems: 1_000,
      description: 'Row by row, from the first cell of the range on',
    }),
  ),
  date: Type.Optional(Type.String({ maxLength: 40, description: 'A day or a time, as in 2026-11-15' })),
  formula: Type.Optional(Formula),
}

export const FileEditBody = NamedObject('FileEdit', {
  ...CellsToSet,
  number_format: Type.Optional(Type.String({ minLength: 1, maxLength: 255, examples: ['#,##0.00'] })),
  bold: Type.Optional(Type.Boolean()),
  italic: Type.Optional(Type.Boolean()),
  color: Type.Optional(Color),
  fill: Type.Optional(Color),
})

/** Rows that come or go before cells are edited. */
export const RowEditBody = NamedObject('RowEdit', {
  sheet: Type.Optional(Type.String({ maxLength: 300, description: 'The first one when left out' })),
  action: Type.Union([Type.Literal('insert'), Type.Literal('delete')]),
  row: Type.Integer({
    minimum: 1,
    maximum: 1_048_576,
    description: 'Rows are inserted before this one, and look like the one above; or it is the first that is deleted',
  }),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
})

export const ChangedRows = Type.Array(
  Type.Object({
    sheet: Type.String(),
    action: Type.String({ examples: ['insert'] }),
    row: Type.Integer(),
    count: Type.Integer(),
    cell_count: Type.Integer({ description: 'Cells with a value in deleted rows' }),
  }),
  { description: 'Rows that came or went, in their order' },
)

export const rowEditsOf = (sent: readonly Static<typeof RowEditBody>[]): RowEdit[] =>
  sent.map(({ sheet = null, action, row, count = 1 }) => ({ sheet, action, row, count }))

export type SentEdit = Static<typeof FileEditBody>

const CONTENTS = ['value', 'values', 'date', 'formula'] as const

/** Each edit says one thing of what stands in its cells, or only how they look. */
export function editsOf(sent: readonly SentEdit[], list = 'edits'): FileEdit[] {
  return sent.map((edit, place) => {
    const contents = CONTENTS.filter((member) => edit[member] !== undefined)
    const style = styleIn(edit)
    if (contents.length > 1 || (contents.length === 0 && !style))
      throw invalidField(
        ['body', list, place, contents[1] ?? 'value'],
        'either',
        'give one of value, values, date and formula, or only a format',
      )
    const content = Object.fromEntries(contents.map((member) => [member, edit[member]]))
    return { sheet: edit.sheet ?? null, range: edit.range, ...content, ...(style ? { style } : {}) }
  })
}

function styleIn({ number_format, bold, italic, color, fill }: SentEdit): StyleChange | null {
  const style: StyleChange = {
    ...(number_format === undefined ? {} : { numberFormat: number_format }),
    ...(bold === undefined ? {} : { isBold: bold }),
    ...(italic === undefined ? {} : { isItalic: italic }),
    ...(color === undefined ? {} : { color }),
    ...(fill === undefined ? {} : { fill }),
  }
  return Object.keys(style).length > 0 ? style : null
}

const CellStateInfo = NamedObject('CellState', {
  value: Type.Unknown(),
  formula: Nullable(Type.String()),
  number_format: Nullable(Type.String()),
  bold: Type.Boolean(),
  italic: Type.Boolean(),
  color: Nullable(Type.String()),
  fill: Nullable(Type.String()),
})

export const ChangedCell = NamedObject('ChangedCell', {
  sheet: Type.String(),
  cell: Type.String({ examples: ['B7'] }),
  computed: Type.Boolean({ description: 'A formula that gives another value; otherwise a cell that was set' }),
  before: CellStateInfo,
  after: CellStateInfo,
  from: Type.Array(Type.String(), { description: 'Changed cells that the formula reads, the first 12' }),
  step: Nullable(
    Type.Integer({ description: 'Over how many formulas a set cell reaches it; null where that is not known' }),
  ),
})

export const NotComputed = Type.Array(
  Type.Object({ sheet: Type.String(), cell: Type.String(), reason: Type.String() }),
  { description: 'Formulas that read changed cells and whose value is not known, the first 200' },
)

export const presentChanged = ({ sheet, cell, isComputed, before, after, from, step }: EditedCell) => ({
  sheet,
  cell,
  computed: isComputed,
  before: presentState(before),
  after: presentState(after),
  from: [...from],
  step,
})

const presentState = ({ value, formula, numberFormat, isBold, isItalic, color, fill }: CellState) => ({
  value,
  formula,
  number_format: numberFormat,
  bold: isBold,
  italic: isItalic,
  color,
  fill,
})

export const presentLeft = ({ sheet, cell, reason }: { sheet: string; cell: string; reason: string }) => ({
  sheet,
  cell,
  reason,
})
