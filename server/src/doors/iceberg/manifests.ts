import { buffer } from 'node:stream/consumers'
import avsc from 'avsc'
import type { IcebergSchema } from './iceberg-type.ts'

/** A file as a manifest lists it. */
export type ListedFile = { location: string; rows: number; bytes: number }

/** A manifest as a manifest list names it: `data`, or which rows of data no longer count. */
export type Manifest = { kind: ManifestKind; location: string; bytes: number; files: readonly ListedFile[] }
export type ManifestKind = 'data' | 'deletes'

/** The snapshot of a version is numbered as the version is, and so is everything in it. */
type Listed = { version: number; schema: IcebergSchema }

const CONTENT: Record<ManifestKind, number> = { data: 0, deletes: 1 }
/** Every list names all files of its version, so none is new in it: a reader that asks for additions finds none rather than all. */
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

/**
 * How the format spells manifests in Avro: readers find a field by its `field-id`, whatever its name. Fields that it
 * leaves optional and we do not fill are left out.
 */
const field = (id: number, name: string, type: unknown) => ({ name, type, 'field-id': id })
const optional = (id: number, name: string, type: unknown) => ({ ...field(id, name, ['null', type]), default: null })

const DATA_FILE = {
  type: 'record',
  name: 'r2',
  fields: [
    field(134, 'content', 'int'),
    field(100, 'file_path', 'string'),
    field(101, 'file_format', 'string'),
    field(102, 'partition', { type: 'record', name: 'r102', fields: [] }),
    field(103, 'record_count', 'long'),
    field(104, 'file_size_in_bytes', 'long'),
  ],
}

const MANIFEST_ENTRY = {
  type: 'record',
  name: 'manifest_entry',
  fields: [
    field(0, 'status', 'int'),
    optional(1, 'snapshot_id', 'long'),
    optional(3, 'sequence_number', 'long'),
    optional(4, 'file_sequence_number', 'long'),
    field(2, 'data_file', DATA_FILE),
  ],
}

const MANIFEST_FILE = {
  type: 'record',
  name: 'manifest_file',
  fields: [
    field(500, 'manifest_path', 'string'),
    field(501, 'manifest_length', 'long'),
    field(502, 'partition_spec_id', 'int'),
    field(517, 'content', 'int'),
    field(515, 'sequence_number', 'long'),
    field(516, 'min_sequence_number', 'long'),
    field(503, 'added_snapshot_id', 'long'),
    field(504, 'added_files_count', 'int'),
    field(505, 'existing_files_count', 'int'),
    field(506, 'deleted_files_count', 'int'),
    field(512, 'added_rows_count', 'long'),
    field(513, 'existing_rows_count', 'long'),
    field(514, 'deleted_rows_count', 'long'),
  ],
}
