import { type Static, Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'

/** A bundle: a whole workbook as one zip file, which another account or another instance can bring back. */

export const BUNDLE_FORMAT = 'bindery-bundle'
export const BUNDLE_VERSION = 1
export const MANIFEST = 'manifest.json'

/** Of which kinds the parts are. Those called `table` are for people and other programs; nothing is brought back from them. */
export const PART_KINDS = ['catalog', 'segment', 'source', 'table'] as const

const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** `of`: the table of the catalog, the id of the segment's table, or the object of the source. */
const Part = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 500 }),
  kind: Type.Union([Type.Literal('catalog'), Type.Literal('segment'), Type.Literal('source'), Type.Literal('table')]),
  of: Type.String({ maxLength: 200 }),
  id: Nullable(Uuid),
  size_bytes: Count,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

/** What a bundle says of itself, in its last entry. */
export const Manifest = Type.Object({
  format: Type.Literal(BUNDLE_FORMAT),
  version: Type.Literal(BUNDLE_VERSION),
  created_at: Type.String({ maxLength: 40 }),
  workbook: Type.Object({
    workbook_id: Uuid,
    title: Type.String({ minLength: 1, maxLength: 200 }),
    description: Nullable(Type.String({ maxLength: 2000 })),
    language: Nullable(Type.Union([Type.Literal('ja'), Type.Literal('en')])),
    /** How far it had counted. */
    edit_seq: Count,
    op_id: Count,
  }),
  parts: Type.Array(Part, { maxItems: 100_000 }),
})

export type Manifest = Static<typeof Manifest>
export type BundlePart = Manifest['parts'][number]

/** A row of the catalog: each cell as PostgreSQL spells it. */
export type CatalogRow = Readonly<Record<string, string | null>>

export const catalogPartName = (table: string) => `catalog/${table}.ndjson`
