import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { columnKey } from '@bindery-data/spreadsheet/structure/unions/column-key.ts'
import { newColumn } from '../../../core/tables/columns/columns.ts'
import type { StagedTable } from '../../../engine/loader/load-request.ts'
import { parseColumnType } from '../../../engine/table/column-type.ts'
import { fromWireId } from '../../../platform/ids.ts'
import type { BuiltTable } from '../ingest/build-tables.ts'
import { partOfTemplate, TEMPLATE_PART } from './template.ts'

/** Tables that several files have rows in: forms of one template, or files whose columns agree. */
export type SharedTables = {
  /** For people: of the template, or of the table. */
  name: string
  audit: { action: 'template.take' | 'source.unite'; detail: Record<string, string> }
  /** What a table is known by among those that sources have made. */
  partOf: (table: StagedTable) => string
  /** The column of the table that a column of the file goes into. */
  nameOf: (column: string) => string
  /** What columns are to be read as, whatever this file alone would make them. */
  types: Readonly<Record<string, string>>
  /** A new table with the columns that other files have. */
  completed: (built: BuiltTable) => BuiltTable
  markIn: (spec: ParseSpec) => string | undefined
  marked: (spec: ParseSpec, mark: string) => ParseSpec
}

const FILES_PART = 'files:'

export const isOfFiles = (part: string) => part.startsWith(FILES_PART)

/** Whether a table belongs to several files, and so to no single one of them. */
export const isSharedPart = (part: string) => part.startsWith(TEMPLATE_PART) || isOfFiles(part)

/** How the parts begin of every table that the file shares, or is asked whether it shares. */
export function sharedPrefixes({ template, regions }: ParseSpec): string[] {
  const asked = regions.flatMap(({ question }) => question?.choices.map(({ patch }) => patch.union) ?? [])
  const unions = [...regions.map(({ union }) => union), ...asked].flatMap((union) => union?.files?.union_id ?? [])
  const ofFiles = [...new Set(unions)].map((id) => `${FILES_PART}${id}:`)
  return template ? [partOfTemplate(fromWireId('tpl', template.template_id), ''), ...ofFiles] : ofFiles
}

/** How the tables of a file are shared; null: they are its own. */
export const sharedTables = (spec: ParseSpec): SharedTables | null => byTemplate(spec) ?? byColumns(spec)

function byTemplate({ template }: ParseSpec): SharedTables | null {
  if (!template) return null
  const { template_id, name } = template
  const templateId = fromWireId('tpl', template_id)
  return {
    name,
    audit: { action: 'template.take', detail: { template_id, name } },
    partOf: ({ regionId }) => partOfTemplate(templateId, regionId ?? ''),
    nameOf: (column) => column,
    types: {},
    completed: (built) => built,
    markIn: (spec) => spec.template?.made_of,
    marked: (spec, made_of) => ({ ...spec, template: { ...template, made_of } }),
  }
}

export const unionOfFiles = ({ regions }: ParseSpec) => regions.find(({ union }) => union?.files)?.union ?? null

function byColumns(spec: ParseSpec): SharedTables | null {
  const union = unionOfFiles(spec)
  if (!union?.files) return null
  const { union_id, columns } = union.files
  const name = union.outputs[0]?.name ?? ''
  const byKey = new Map(columns.map((column) => [columnKey(column.name), column.name]))
  return {
    name,
    audit: { action: 'source.unite', detail: { table: name } },
    partOf: ({ output }) =>
      `${FILES_PART}${union_id}:${output === 'notes' || output === 'computed' ? output : 'table'}`,
    nameOf: (column) =>
      columns.some((one) => one.name === column) ? column : (byKey.get(columnKey(column)) ?? column),
    types: Object.fromEntries(columns.map((column) => [column.name, column.type])),
    completed: (built) => (built.staged.output === 'notes' ? built : withColumns(built, columns)),
    markIn: ({ files_made_of }) => files_made_of,
    marked: (read, files_made_of) => ({ ...read, files_made_of }),
  }
}

/** Columns that this file does not have are empty in its rows. */
function withColumns(built: BuiltTable, columns: readonly { name: string; type: string }[]): BuiltTable {
  let { nextColumnId } = built
  const known = new Set(built.columns.map(({ name }) => columnKey(name)))
  const added = columns.flatMap(({ name, type: spelled }) => {
    const type = parseColumnType(spelled)
    return type && !known.has(columnKey(name)) ? [newColumn(nextColumnId++, name, type, null)] : []
  })
  return { ...built, columns: [...built.columns, ...added], nextColumnId }
}
