import type { Column } from '../../tabular/table.ts'
import type { KeptVersion } from './iceberg.store.ts'
import { icebergSchema } from './iceberg-type.ts'

/** All that the metadata of a table says; `lists`: where the list of each version lies. */
export type DescribedTable = {
  tableId: string
  location: string
  /** Newest first; the first is the current one. */
  versions: readonly [KeptVersion, ...KeptVersion[]]
  /** Kept in all, listed or not. */
  versionCount: number
  schemas: ReadonlyMap<number, readonly Column[]>
  lastColumnId: number
  listOf: (version: number) => string
}

/** No partitions and no order: the format asks for both to be said. */
const UNPARTITIONED = {
  'partition-specs': [{ 'spec-id': 0, fields: [] }],
  'default-spec-id': 0,
  'last-partition-id': 999,
  'sort-orders': [{ 'order-id': 0, fields: [] }],
  'default-sort-order-id': 0,
}

/** The metadata of a table in version 2 of the format. A snapshot is a version of the table and has its number. */
export function tableMetadata(table: DescribedTable) {
  const { versions, schemas } = table
  const [current] = versions
  const oldestFirst = versions.toReversed()
  const schemaNumbers = [...new Set(oldestFirst.map(({ schemaNo }) => schemaNo))]
  return {
    'format-version': 2,
    'table-uuid': table.tableId,
    location: table.location,
    'last-sequence-number': current.version,
    'last-updated-ms': current.at.getTime(),
    'last-column-id': table.lastColumnId,
    'current-schema-id': current.schemaNo,
    schemas: schemaNumbers.map((schemaNo) => icebergSchema(schemaNo, schemas.get(schemaNo) ?? [])),
    ...UNPARTITIONED,
    properties: {
      'bindery.versions-kept': String(table.versionCount),
      'bindery.versions-listed': String(versions.length),
    },
    'current-snapshot-id': current.version,
    refs: refsOf(versions),
    snapshots: oldestFirst.map((version) => snapshotOf(version, table.listOf(version.version))),
    'snapshot-log': oldestFirst.map(({ version, at }) => ({ 'snapshot-id': version, 'timestamp-ms': at.getTime() })),
    'metadata-log': [],
    statistics: [],
    'partition-statistics': [],
  }
}

/** The names of versions are tags; the current state is the branch that every reader looks at first. */
function refsOf(versions: DescribedTable['versions']) {
  const tags = versions.flatMap(({ version, labels }) =>
    labels.map((label) => [label, { 'snapshot-id': version, type: 'tag' }] as const),
  )
  return { ...Object.fromEntries(tags), main: { 'snapshot-id': versions[0].version, type: 'branch' } }
}

const snapshotOf = ({ version, schemaNo, rowCount, at }: KeptVersion, list: string) => ({
  'snapshot-id': version,
  'sequence-number': version,
  'timestamp-ms': at.getTime(),
  'manifest-list': list,
  'schema-id': schemaNo,
  // What changed is not told in files: to whoever asks for additions alone this says that there is more to it.
  summary: { operation: 'overwrite', 'total-records': String(rowCount) },
})
