import { whilePoliciesHold } from '../../core/policies/while-policies-hold.ts'
import { listedObjectName, segmentFolder } from '../../engine/storage/segment.ts'
import { insertFileLists, listFileLists } from '../../engine/storage/segments.store.ts'
import type { Column, TablePlace } from '../../engine/table/table.ts'
import type { BlobReading } from '../../platform/blobs/blobs.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { type Access, type ClientAccess, lentAccess, signedAccess } from './client-access.ts'
import { objectStoreRequired } from './iceberg.errors.ts'
import { countKeptVersions, type KeptVersion, listKeptVersions, listSchemas } from './iceberg.store.ts'
import { icebergSchema } from './iceberg-type.ts'
import { makeFileList } from './make-file-list.ts'
import { openPlainTable } from './open-plain-table.ts'

/** So many versions a load lists, beside as many that have a name: a table may have thousands. */
const MOST_VERSIONS = 100

export type LoadedTable = {
  metadataLocation: string
  metadata: ReturnType<typeof tableMetadata>
  access: ClientAccess
}

type LoadOptions = { isNamedOnly: boolean; access: Access }

/** So many lists of named versions are made at once for a client that does not ask us for its files. */
const MOST_LISTS = 20

/** A table as an Iceberg table: its schemas, its versions, and where the list of files of each will be found. */
export async function loadTable(
  ctx: Context,
  workbookId: string,
  name: string,
  { isNamedOnly, access: wished }: LoadOptions,
): Promise<LoadedTable> {
  const { reading } = ctx.blobs
  if (!reading) throw objectStoreRequired()
  const { loaded } = await whilePoliciesHold(ctx, workbookId, async () => {
    const { artifactId: tableId, nextColumnId, policyEpoch } = await openPlainTable(ctx, workbookId, name)
    const place = { workbookId, tableId }
    const [versions, versionCount, schemas] = await Promise.all([
      listKeptVersions(ctx.db, place, { most: MOST_VERSIONS, isNamedOnly }),
      countKeptVersions(ctx.db, place),
      listSchemas(ctx.db, place),
    ])
    const [current, ...older] = versions
    assertState(current, `table ${tableId} has a version`)
    const lists = await allotLists(
      ctx,
      place,
      versions.map(({ version }) => version),
    )
    const metadata = tableMetadata({
      tableId,
      location: reading.locationOf(segmentFolder(workbookId)),
      versions: [current, ...older],
      versionCount,
      schemas,
      lastColumnId: nextColumnId - 1,
      listOf: (version) => locationOfList(reading, workbookId, lists.get(version) ?? ''),
    })
    // Only where nothing is hidden from anybody: a loan lasts longer than a policy that comes after it would wait.
    const lend = wished === 'lent' && policyEpoch === 0 ? reading.lend : null
    const access = wished === 'lent' && !lend ? 'signed' : wished
    if (access !== 'signed') {
      for (const { version } of [current, ...older.filter(({ labels }) => labels.length > 0)].slice(0, MOST_LISTS))
        await makeFileList(ctx.bulk, reading, { ...place, listId: lists.get(version) ?? '', version })
    }
    const lent = await lend?.({ folder: segmentFolder(workbookId), bearer: `bindery-${ctx.caller.credentialId}` })
    return { policyEpoch, loaded: { metadata, version: current.version, tableId, lent } }
  })
  const { metadata, version, tableId, lent } = loaded
  return {
    // Nothing lies there: what it would hold is part of every answer.
    metadataLocation: reading.locationOf(`${segmentFolder(workbookId)}/${tableId}-${version}.metadata.json`),
    metadata,
    access: lent ? lentAccess(reading, workbookId, lent) : signedAccess(reading, workbookId, tableId),
  }
}

const locationOfList = (reading: BlobReading, workbookId: string, listId: string) =>
  reading.locationOf(listedObjectName(workbookId, listId, 'list'))

/** Only a place for each: what a list holds is made when it is first read. */
async function allotLists(
  ctx: Context,
  place: TablePlace,
  versions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const known = await listFileLists(ctx.db, place, versions)
  const missing = versions.filter((version) => !known.has(version)).map((version) => ({ segmentId: newId(), version }))
  if (missing.length > 0) await inTransaction(ctx.db, (tx) => insertFileLists(tx, place, missing))
  return new Map([...known, ...missing.map(({ segmentId, version }) => [version, segmentId] as const)])
}

/** All that the metadata of a table says; `lists`: where the list of each version lies. */
type DescribedTable = {
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
function tableMetadata(table: DescribedTable) {
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
  // Files do not say what changed: a reader that asks for additions alone learns from this that there is more.
  summary: { operation: 'overwrite', 'total-records': String(rowCount) },
})
