import { Type } from 'typebox'
import type { IdPrefix } from '../../../platform/ids.ts'

/** What the arguments and answers of several tools have in common. */

/** Written in the history beside the name of the credential's user. */
export const ACTOR = 'agent'

export const Id = (prefix: IdPrefix, description: string) =>
  Type.String({ pattern: `^${prefix}_\\w+$`, maxLength: 40, description })

/** Names are steps of a path, where two of them would lead elsewhere. */
const STEP = '^(?!\\.\\.?$)'

export const Name = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: STEP, description })

export const WorkbookId = Id('wb', 'The wb_… id of a workbook, from list_workbooks, search_data or upload_file')
export const TableName = Name(200, 'The name of a table')
export const SourceName = Name(300, 'The name of a source (an uploaded file), from list_workbooks or upload_file')
export const Names = Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 500 })

export const Page = (standard: number, most: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: standard }))

export const Cursor = Type.Optional(
  Type.String({ maxLength: 2000, description: 'The next_cursor of the answer before' }),
)

/** For calls that change something: a client that may have to repeat one gives it a key. */
export const IdempotencyKey = Type.Optional(
  Type.String({
    maxLength: 255,
    description: 'Any text. The same call under the same key is done once, however often it is sent within a day',
  }),
)

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Null at the end; else call again with it as cursor',
})

export const ColumnInfo = Type.Object({
  name: Type.String(),
  type: Type.String(),
  masked: Type.Boolean({ description: 'You may know of it, and not see its values' }),
})

/** A row as the values of `columns`, in their order: names are said once. */
export const Cells = Type.Array(Type.Unknown())

export const CutCells = Type.Integer({
  description: 'Texts of which only the beginning is shown; they end in …[+n characters]. Never write these back',
})

export const Anything = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export const columnOf = ({ name, type, masked }: { name: string; type: string; masked: boolean }) => ({
  name,
  type,
  masked,
})
