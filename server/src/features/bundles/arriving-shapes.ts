import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Nullable } from '../../http/schema.ts'
import { refuseIfNoDrawing } from '../charts/chart.ts'
import { PROVENANCES } from '../sources/source.ts'
import { ARG_PATTERN } from '../transforms/transform.ts'
import type { CatalogRow } from './bundle.ts'
import { bundleRefused } from './bundles.errors.ts'

/** What documents must look like for whoever reads them later and believes it: PostgreSQL only sees that they are JSON. */

const Whole = Type.Integer()
const Words = (words: readonly string[]) => Type.Union(words.map((word) => Type.Literal(word)))
const Sources = Type.Array(Type.Object({ tableId: Type.String(), origin: Whole }))

const SHAPES: Readonly<Record<string, Readonly<Record<string, TSchema>>>> = {
  table_version: {
    built_from: Type.Object({ inputs: Type.Record(Type.String(), Type.Array(Whole, { minItems: 2, maxItems: 2 })) }),
  },
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
      Type.Object({ column: Type.String(), from: Sources, deciding: Sources, isExact: Type.Boolean() }),
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
  annotation: { style: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])) },
}

export function assertShape(table: string, row: CatalogRow) {
  if (table === 'chart') assertDrawing(row)
  for (const [column, shape] of Object.entries(SHAPES[table] ?? {})) {
    const document = row[column]
    if (typeof document === 'string' && !Value.Check(shape, parsed(document)))
      throw bundleRefused(`The bundle holds a ${table} whose ${column} nobody could read.`)
  }
}

/** Whoever looks at a chart must not be led elsewhere by it. */
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
