import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Actor } from '../../core/audit/actor.ts'
import { type SegmentRef, segmentToSql } from '../../engine/table/table.ts'
import { parseValue } from '../../engine/values/values.ts'
import { ATTRIBUTE_PATTERN } from '../../platform/caller.ts'
import { Nullable } from '../../platform/http/schema.ts'
import { refuseIfNoDrawing } from '../looks/charts/chart.ts'
import { PROVENANCES } from '../sources/source.ts'
import { ARG_PATTERN } from '../transforms/transform.ts'
import type { Arrival } from './arrival.ts'
import { ChartShape, DashboardShape, QuestionShape, ViewShape } from './arriving-presentations.ts'
import { arrivingCondition, arrivingRules } from './arriving-rules.ts'
import type { CatalogRow } from './bundle.ts'
import type { BundledTable } from './bundled-tables.ts'
import { bundleRefused } from './bundles.errors.ts'

type Cell = string | null

/** A row of the bundle as a row of this workbook. PostgreSQL casts each cell and looks at its constraints; the rest is done here. */
export function arrivingRow(table: BundledTable, row: CatalogRow, arrival: Arrival): CatalogRow {
  const arrived: Record<string, Cell> = { ...row }
  const change = (columns: readonly string[] | undefined, to: (cell: string, column: string) => Cell) => {
    for (const column of columns ?? []) {
      const cell = row[column]
      if (typeof cell === 'string') arrived[column] = to(cell, column)
    }
  }
  for (const column of table.left ?? []) arrived[column] = null
  if (table.isShown) Object.assign(arrived, writersOf(row, arrival))
  change(table.ids, arrival.ids.of)
  change(table.users, () => arrival.userId)
  change(table.actors, (cell) => JSON.stringify(actorFrom(documentIn(cell))))
  change(table.documents, (cell) => JSON.stringify(arrival.ids.inDocument(documentIn(cell))))
  change(table.rules, (cell) => JSON.stringify(arrivingRules(documentIn(cell), arrival.ids.of)))
  change(table.conditions, (cell) => JSON.stringify(arrivingCondition(documentIn(cell))))
  change(table.segments, (cell) => JSON.stringify(segmentsFrom(documentIn(cell), row, arrival)))
  change(table.cells, (cell) => checkedCells(cell, row, arrival))
  change(table.values, (cell) => checkedValue(cell, row, arrival))
  for (const _ of table.objects ?? []) Object.assign(arrived, fileOf(row, arrival))
  assertShape(table.name, arrived)
  return arrived
}

/** Of a dashboard the writers of each tile. */
function writersOf({ document, version = null }: CatalogRow, { writer }: Arrival): Record<string, Cell> {
  const shown = documentIn(document ?? 'null')
  const tiles = isRecord(shown) && Array.isArray(shown.tiles) ? shown.tiles : undefined
  const byTile = tiles?.map((tile: unknown) => [isRecord(tile) ? String(tile.tileId) : '', [writer]])
  const writers = byTile ? Object.fromEntries(byTile) : [writer]
  return { writers: JSON.stringify(writers), writers_version: version }
}

function documentIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw bundleRefused('A document in the catalog of the bundle is no JSON.')
  }
}

/** Who did it is not known here: the name they went by stays, or what they were known as there. */
function actorFrom(document: unknown): Actor {
  const { name = null, user_id: userId = null } = isRecord(document) ? document : {}
  const known = typeof name === 'string' ? name : typeof userId === 'string' ? userId : null
  return { name: known?.slice(0, 200) ?? null, user_id: null, credential: 'system', credential_id: null }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function segmentsFrom(document: unknown, { table_id }: CatalogRow, { segments }: Arrival): unknown {
  const listed = Array.isArray(document) ? document : []
  const found = listed.map((entry: unknown): SegmentRef => {
    const segment = Array.isArray(entry) ? segments.get(String(entry[0])) : undefined
    if (segment?.tableId !== table_id || !segment)
      throw bundleRefused('A table of the bundle speaks of rows that it does not have.')
    return segment
  })
  return found.toSorted((a, b) => a.rowLo - b.rowLo).map(segmentToSql)
}

/** Readers lay cells over rows as they are: each must be the one text of its value. */
function checkedCells(text: string, row: CatalogRow, arrival: Arrival): string {
  const cells = documentIn(text)
  if (!isRecord(cells)) throw bundleRefused('An edit in the bundle has no cells.')
  for (const [column, value] of Object.entries(cells)) refuseIfNoValue(row.table_id, column, value, arrival)
  return text
}

function checkedValue(text: string, { table_id, column_id }: CatalogRow, arrival: Arrival): string {
  if (typeof column_id === 'string') refuseIfNoValue(table_id, column_id, text, arrival)
  return text
}

function refuseIfNoValue(tableId: Cell | undefined, column: string, value: unknown, { types }: Arrival) {
  const type = types.get(tableId ?? '')?.get(Number(column))
  if (!type) throw bundleRefused('An edit in the bundle is of a column that its table never had.')
  if (value === null) return
  const parsed = typeof value === 'string' ? parseValue(type, value) : { error: 'no text' }
  if (!('text' in parsed) || parsed.text !== value)
    throw bundleRefused('An edit in the bundle holds a value that its column cannot hold.')
}

function fileOf({ object_id }: CatalogRow, { files }: Arrival): CatalogRow {
  const file = files.get(object_id ?? '')
  if (!file) throw bundleRefused('A source of the bundle has no file in it.')
  return { object_id: file.objectId, size_bytes: String(file.sizeBytes), sha256: `\\x${file.sha256}` }
}

// What documents must look like, because later readers trust them: PostgreSQL only sees that they are JSON.

const Whole = Type.Integer()
const Words = (words: readonly string[]) => Type.Union(words.map((word) => Type.Literal(word)))
const Sources = Type.Array(Type.Object({ tableId: Type.String(), origin: Whole }))

const SHAPES: Readonly<Record<string, Readonly<Record<string, TSchema>>>> = {
  table_version: {
    built_from: Type.Object({ inputs: Type.Record(Type.String(), Type.Array(Whole, { minItems: 2, maxItems: 2 })) }),
  },
  quarantine: { columns: Type.Array(Type.Array(Whole, { minItems: 2, maxItems: 2 }), { maxItems: 4_000 }) },
  op: {
    detail: Type.Partial(
      Type.Object({
        summary: Type.String(),
        rows: Whole,
        unconditional: Type.Boolean(),
        expected_version: Nullable(Whole),
        code: Type.Object({ kind: Type.String(), ref: Type.String(), sha256: Type.String() }),
        via: Type.String(),
        idempotency_key: Type.String(),
      }),
    ),
  },
  transform: {
    args: Type.Array(Type.Tuple([Type.String({ pattern: ARG_PATTERN }), Type.String()])),
    visible: Type.Record(Type.String(), Type.Array(Whole)),
    columns: Type.Array(
      Type.Object({
        column: Type.String(),
        from: Sources,
        deciding: Sources,
        isExact: Type.Boolean(),
        isCopy: Type.Optional(Type.Literal(true)),
      }),
    ),
  },
  source: {
    provenance: Type.Object({
      kind: Words(PROVENANCES),
      provider: Nullable(Type.String()),
      ref: Nullable(Type.String()),
    }),
  },
  sheet: {
    spec: Type.Object({
      blocks: Type.Array(Type.Object({ kind: Words(['heading', 'text', 'table_view', 'spacer']) }), { maxItems: 200 }),
    }),
  },
  row_policy: {
    mapping: Type.Object({
      tableId: Type.String(),
      email: Whole,
      attributes: Type.Record(Type.String({ pattern: ATTRIBUTE_PATTERN }), Whole),
    }),
  },
  saved_view: { document: ViewShape },
  question: { document: QuestionShape, chart: ChartShape },
  dashboard: { document: DashboardShape },
  annotation: { style: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])) },
}

function assertShape(table: string, row: CatalogRow) {
  if (table === 'chart') assertDrawing(row)
  for (const [column, shape] of Object.entries(SHAPES[table] ?? {})) {
    const document = row[column]
    if (typeof document === 'string' && !Value.Check(shape, parsed(document)))
      throw bundleRefused(`The bundle holds a ${table} whose ${column} cannot be read.`)
  }
}

/** A chart must not lead its viewer to another site. */
function assertDrawing({ config }: CatalogRow) {
  const drawing = parsed(config ?? '')
  try {
    refuseIfNoDrawing(Value.Parse(Type.Record(Type.String(), Type.Unknown()), drawing))
  } catch {
    throw bundleRefused('The bundle holds a chart that is no drawing, or one that leads elsewhere.')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
