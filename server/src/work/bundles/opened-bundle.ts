import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import { Value } from 'typebox/value'
import { linesOf } from '../../engine/builder/lines.ts'
import { type Loader, SOURCE_FILE } from '../../engine/loader/load-request.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { sourceObjectName } from '../sources/source.ts'
import { BUNDLE_FORMAT, BUNDLE_VERSION, type BundlePart, type CatalogRow, Manifest } from './bundle.ts'
import { BUNDLED_TABLES } from './bundled-tables.ts'
import { archiveRefused, bundleRefused, unknownBundleVersion } from './bundles.errors.ts'

/** A row holds at most a row of a table, twice. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024

/** All of it goes through one transaction. A million edits take a tenth of this. */
const MOST_CATALOG_BYTES = 4 * 1024 ** 3

/** A bundle in a sandboxed process of its own: nothing of it is believed before it was looked at. */
export type OpenedBundle = { loader: Loader; manifest: Manifest }

export async function withBundle<T>(
  { blobs, load, caller }: Pick<Context, 'blobs' | 'load' | 'caller'>,
  { workbookId, objectId }: { workbookId: string; objectId: string },
  work: (bundle: OpenedBundle) => Promise<T>,
): Promise<T> {
  const lay = async (path: string) => {
    const isThere = await blobs.copyTo(sourceObjectName(workbookId, objectId), path)
    assertState(isThere, `the bytes of object ${objectId} are not in the store`)
  }
  try {
    return await load(
      lay,
      async (loader) => {
        const { manifest } = await loader.ask({ kind: 'open-archive', file: SOURCE_FILE })
        return work({ loader, manifest: checkedManifest(manifest) })
      },
      caller.accountId,
    )
  } catch (error) {
    throw error instanceof FileRefused ? archiveRefused(error.problem, error.message) : error
  }
}

function checkedManifest(manifest: unknown): Manifest {
  const { format, version }: Record<string, unknown> = typeof manifest === 'object' ? { ...manifest } : {}
  if (format !== BUNDLE_FORMAT) throw bundleRefused('The file is a zip file, but no bundle of a workbook.')
  if (version !== BUNDLE_VERSION)
    throw unknownBundleVersion(
      `The bundle is of version ${String(version).slice(0, 20)}; this service reads ${BUNDLE_VERSION}.`,
    )
  if (!Value.Check(Manifest, manifest)) throw bundleRefused('The manifest of the bundle does not say what it must.')
  const names = new Set(manifest.parts.map(({ name }) => name))
  if (names.size !== manifest.parts.length) throw bundleRefused('The manifest of the bundle lists a part twice.')
  const catalogBytes = manifest.parts.reduce(
    (sum, { kind, size_bytes }) => sum + (kind === 'catalog' ? size_bytes : 0),
    0,
  )
  if (catalogBytes > MOST_CATALOG_BYTES) throw archiveRefused('too_large', 'The catalog of the bundle is too large.')
  if (manifest.parts.some(({ name }) => climbs(name)))
    throw bundleRefused('A part of the bundle has a name that climbs.')
  return manifest
}

/** No name is ever taken for a path; a bundle of ours has none that could be. */
const climbs = (name: string) => name.startsWith('/') || name.includes('\\') || name.split('/').includes('..')

/** The catalog in files of this node, by table: a transaction must not wait until they are unpacked. */
export async function unpackCatalog({ loader, manifest }: OpenedBundle): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for (const { name } of BUNDLED_TABLES) {
    const part = manifest.parts.find(({ kind, of }) => kind === 'catalog' && of === name)
    if (part) paths.set(name, await unpackedPart(loader, part))
  }
  return paths
}

/** The rows of one table; none if the bundle is older than the table. */
export async function* catalogRows(catalog: ReadonlyMap<string, string>, table: string): AsyncGenerator<CatalogRow> {
  const path = catalog.get(table)
  if (path === undefined) return
  for await (const line of linesOf(createReadStream(path), LONGEST_LINE_BYTES)) yield rowIn(line)
}

function rowIn(line: string): CatalogRow {
  const row: unknown = parsed(line)
  const isRow =
    typeof row === 'object' && row !== null && Object.values(row).every((c) => c === null || typeof c === 'string')
  if (!isRow) throw bundleRefused('The catalog of the bundle holds a line that is no row.')
  // Safe: an object whose members are texts or null.
  return row as CatalogRow
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** A part in a file of this node, whole and as it was when the bundle was made. */
export async function unpackedPart(loader: Loader, part: BundlePart): Promise<string> {
  return join(loader.folder, await loader.ask({ kind: 'archive-part', ...askedPart(part) }))
}

export const askedPart = ({ name, size_bytes, sha256 }: BundlePart) => ({ name, sizeBytes: size_bytes, sha256 })
