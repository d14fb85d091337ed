import type { BlobReading } from '../../platform/blobs.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { listedObjectName } from '../../tabular/segment.ts'
import { insertFileLists, listFileLists } from '../../tabular/segments.store.ts'
import type { TablePlace } from '../../tabular/table.ts'
import { whilePoliciesHold } from '../governance/while-policies-hold.ts'
import { objectStoreRequired } from './iceberg.errors.ts'
import { countKeptVersions, listKeptVersions, listSchemas } from './iceberg.store.ts'
import { makeFileList } from './make-file-list.ts'
import { openPlainTable } from './open-plain-table.ts'
import { tableMetadata } from './table-metadata.ts'

/** So many versions a load tells of, beside as many that have a name: a table may have thousands. */
const MOST_VERSIONS = 100

export type LoadedTable = {
  metadataLocation: string
  metadata: ReturnType<typeof tableMetadata>
  /** What a client needs in order to read the files. */
  config: Readonly<Record<string, string>>
}

/** `hasOwnAccess`: the client asks for no signatures, since it reads the store by credentials that the operator gave it. */
export type LoadWish = { isNamedOnly: boolean; hasOwnAccess: boolean }

/** A table as an Iceberg table: its schemas, its versions, and where the list of files of each will be found. */
export async function loadTable(
  ctx: Context,
  workbookId: string,
  name: string,
  { isNamedOnly, hasOwnAccess }: LoadWish,
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
      location: reading.locationOf(`segments/${workbookId}`),
      versions: [current, ...older],
      versionCount,
      schemas,
      lastColumnId: nextColumnId - 1,
      listOf: (version) => locationOfList(reading, workbookId, lists.get(version) ?? ''),
    })
    const listId = lists.get(current.version)
    // Nobody will ask for it here.
    if (hasOwnAccess && listId) await makeFileList(ctx.bulk, reading, { ...place, listId, version: current.version })
    return { policyEpoch, loaded: { metadata, version: current.version, tableId } }
  })
  const { metadata, version, tableId } = loaded
  return {
    // Nothing lies there: what it would hold is part of every answer.
    metadataLocation: reading.locationOf(`segments/${workbookId}/${tableId}-${version}.metadata.json`),
    metadata,
    config: clientConfig(reading, workbookId, tableId),
  }
}

const locationOfList = (reading: BlobReading, workbookId: string, listId: string) =>
  reading.locationOf(listedObjectName(workbookId, listId, 'list'))

/** Only a place for each: what a list holds is made when somebody asks for it. */
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

/** Every request to the store is signed here, so that no credential of the store leaves the service. */
function clientConfig({ settings }: BlobReading, workbookId: string, tableId: string): Record<string, string> {
  const endpoint = `v1/namespaces/${toWireId('wb', workbookId)}/tables/${toWireId('art', tableId)}/sign`
  return {
    ...settings,
    's3.remote-signing-enabled': 'true',
    's3.signer.endpoint': endpoint,
    'signer.endpoint': endpoint,
    's3.signer': 'S3V4RestSigner',
    'py-io-impl': 'pyiceberg.io.fsspec.FsspecFileIO',
  }
}
