import { buffer } from 'node:stream/consumers'
import avsc from 'avsc'
import type { IcebergSchema } from './iceberg-type.ts'
import { MANIFEST_ENTRY, MANIFEST_FILE } from './manifest-schemas.ts'

/** A file as a manifest lists it. */
export type ListedFile = { location: string; rows: number; bytes: number }

/** A manifest as a manifest list names it: `data`, or which rows of data no longer count. */
export type Manifest = { kind: ManifestKind; location: string; bytes: number; files: readonly ListedFile[] }
export type ManifestKind = 'data' | 'deletes'

/** The snapshot of a version is numbered as the version is, and so is everything in it. */
export type Listed = { version: number; schema: IcebergSchema }

const CONTENT: Record<ManifestKind, number> = { data: 0, deletes: 1 }
/** Every list names all files of its version, so none is new in it: whoever asks for additions finds none rather than all. */
const EXISTING = 0
const FORMAT_VERSION = '2'

export function manifestBytes({ version, schema }: Listed, kind: ManifestKind, files: readonly ListedFile[]) {
  const entries = files.map(({ location, rows, bytes }) => ({
    status: EXISTING,
    snapshot_id: version,
    sequence_number: version,
    file_sequence_number: version,
    data_file: {
      content: CONTENT[kind],
      file_path: location,
      file_format: 'PARQUET',
      partition: {},
      record_count: rows,
      file_size_in_bytes: bytes,
    },
  }))
  return avroBytes(MANIFEST_ENTRY, entries, {
    schema: JSON.stringify(schema),
    'schema-id': String(schema['schema-id']),
    'partition-spec': '[]',
    'partition-spec-id': '0',
    'format-version': FORMAT_VERSION,
    content: kind,
  })
}

export function manifestListBytes({ version }: Listed, manifests: readonly Manifest[]): Promise<Buffer> {
  const entries = manifests.map(({ kind, location, bytes, files }) => ({
    manifest_path: location,
    manifest_length: bytes,
    partition_spec_id: 0,
    content: CONTENT[kind],
    sequence_number: version,
    min_sequence_number: version,
    added_snapshot_id: version,
    added_files_count: 0,
    existing_files_count: files.length,
    deleted_files_count: 0,
    added_rows_count: 0,
    existing_rows_count: files.reduce((sum, { rows }) => sum + rows, 0),
    deleted_rows_count: 0,
  }))
  return avroBytes(MANIFEST_FILE, entries, {
    'snapshot-id': String(version),
    'parent-snapshot-id': 'null',
    'sequence-number': String(version),
    'format-version': FORMAT_VERSION,
  })
}

/** An Avro file; what is said of it as a whole stands in its header. */
function avroBytes(schema: object, values: readonly object[], about: Record<string, string>): Promise<Buffer> {
  const metadata = Object.fromEntries(Object.entries(about).map(([name, text]) => [name, Buffer.from(text)]))
  const options = { codec: 'deflate', writeHeader: 'always' as const, metadata }
  // Safe: a schema is plain JSON; the library's type of one knows no attributes of others.
  const encoder = new avsc.streams.BlockEncoder(schema as avsc.Schema, options)
  for (const value of values) encoder.write(value)
  encoder.end()
  return buffer(encoder)
}
