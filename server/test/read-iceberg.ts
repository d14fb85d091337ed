import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DuckDBInstance } from '@duckdb/node-api'
import avsc from 'avsc'
import { jobHandlers } from '../src/main/job-handlers.ts'
import type { Body, Call, Called } from './client.ts'
import { newTable } from './new-table.ts'
import { startService } from './service.ts'

/** The service with a store that others can read, and a worker. */
export const startWithFiles = () => startService({ blobs: 's3', workers: 1, jobHandlers })

export const STAFF_COLUMNS = [{ name: 'name' }, { name: 'salary', type: 'INTEGER' }, { name: 'city' }]
export const STAFF_ROWS = [
  { name: 'Aiko', salary: 100, city: 'Tokyo' },
  { name: 'Ben', salary: 200, city: 'Osaka' },
  { name: 'Chie', salary: 300, city: 'Kobe' },
]

/** A table of three rows, and a reader of its files. */
export async function newStaff(service: ReturnType<typeof startService>) {
  const made = await newTable(service, { name: 'staff', columns: STAFF_COLUMNS, rows: STAFF_ROWS })
  const workbookId = made.at.split('/').at(-1) ?? ''
  return { ...made, workbookId, reader: icebergReader(made.call, workbookId, 'staff') }
}

/** A reader of Iceberg tables that knows of the service what the protocol says, and asks for every file. */
export function icebergReader(call: Call, workbookId: string, table: string) {
  const at = `/iceberg/v1/namespaces/${workbookId}/tables/${encodeURIComponent(table)}`
  const load = (query = '') => call('GET', `${at}${query}`)
  const sign = (uri: string, method = 'GET', headers: Record<string, string[]> = {}) =>
    call('POST', `${at}/sign`, { method, region: 'us-east-1', uri, headers })

  const fetchFile = async ({ config }: Body, location: string): Promise<Buffer> => {
    const uri = addressOf(config, location)
    const { status, body } = await sign(uri)
    if (status !== 200) throw new Error(`a file was not signed: ${JSON.stringify(body)}`)
    const answer = await fetchSigned(body)
    if (!answer.ok) throw new Error(`the store answered ${answer.status}: ${await answer.text()}`)
    return Buffer.from(await answer.arrayBuffer())
  }

  /** The data and delete files of a version, as its manifests list them. */
  const listFiles = async (loaded: Body, version: number): Promise<ListedFile[]> => {
    const snapshot = loaded.metadata.snapshots.find((each: Body) => each['snapshot-id'] === version)
    const manifests = await readAvro(await fetchFile(loaded, snapshot['manifest-list']))
    const files: ListedFile[] = []
    for (const { manifest_path: path } of manifests.values) {
      const { values } = await readAvro(await fetchFile(loaded, path))
      files.push(...values.map(({ data_file: file }) => file))
    }
    return files
  }

  /** The rows of a version from its files alone: `isDeaf` leaves out what strikes rows out. */
  const readRows = async (version: number, { isDeaf = false } = {}) => {
    const { body: loaded } = await load()
    const files = await listFiles(loaded, version)
    const folder = await mkdtemp(join(tmpdir(), 'iceberg-'))
    try {
      for (const [n, { file_path: path }] of files.entries()) {
        await writeFile(join(folder, `${n}.parquet`), await fetchFile(loaded, path))
      }
      const schema = schemaOf(loaded, version)
      return await rowsOf(folder, isDeaf ? files.filter(({ content }) => content === 0) : files, schema)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  return { load, sign, fetchFile, listFiles, readRows }
}

export type ListedFile = { content: number; file_path: string; record_count: number; file_size_in_bytes: number }

export const addressOf = (config: Record<string, string>, location: string) =>
  location.replace('s3://', `${config['s3.endpoint']}/`)

export const fetchSigned = (
  { uri, headers }: { uri: string; headers: Record<string, string[]> },
  more: Record<string, string> = {},
) =>
  fetch(uri, {
    headers: { ...Object.fromEntries(Object.entries(headers).map(([name, [value = '']]) => [name, value])), ...more },
  })

/** What an Avro file holds, and what its header says. */
export function readAvro(bytes: Buffer): Promise<{ values: Body[]; about: Record<string, string>; schema: Body }> {
  return new Promise((resolve, reject) => {
    const values: Body[] = []
    let about: Record<string, string> = {}
    const decoder = new avsc.streams.BlockDecoder()
    decoder.on('metadata', (_type: unknown, _codec: unknown, { meta }: { meta: Record<string, Buffer> }) => {
      about = Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, value.toString()]))
    })
    decoder.on('data', (value: Body) => values.push(value))
    decoder.on('error', reject)
    decoder.on('end', () => resolve({ values, about, schema: JSON.parse(about['avro.schema'] ?? 'null') }))
    Readable.from([bytes]).pipe(decoder)
  })
}

function schemaOf({ metadata }: Called['body'], version: number): { id: number; name: string }[] {
  const { 'schema-id': id } = metadata.snapshots.find((each: Body) => each['snapshot-id'] === version)
  return metadata.schemas.find((each: Body) => each['schema-id'] === id).fields
}

async function rowsOf(folder: string, files: readonly ListedFile[], fields: readonly { id: number; name: string }[]) {
  const duckdb = await (await DuckDBInstance.create()).connect()
  const struck: string[] = []
  const rows: Body[] = []
  for (const [n, { content }] of files.entries()) {
    if (content === 1) struck.push(`SELECT file_path, pos FROM '${folder}/${n}.parquet'`)
  }
  for (const [n, { content, file_path: path }] of files.entries()) {
    if (content === 1) continue
    const file = `${folder}/${n}.parquet`
    const found = await duckdb.runAndReadAll(
      `SELECT name, field_id FROM parquet_schema('${file}') WHERE field_id IS NOT NULL`,
    )
    const names = new Map(found.getRows().map(([name, id]) => [Number(id), String(name)]))
    // What a file lacks is NULL to every reader.
    const cells = fields.map(({ id, name }) => `${names.get(id) ?? 'NULL'}::VARCHAR AS "${name}"`)
    const gone =
      struck.length > 0 ? `SELECT pos FROM (${struck.join(' UNION ALL ')}) WHERE file_path = '${path}'` : '-1'
    const read = await duckdb.runAndReadAll(
      `SELECT ${cells.join(', ')} FROM read_parquet('${file}', file_row_number = true) WHERE file_row_number NOT IN (${gone})`,
    )
    rows.push(...read.getRowObjectsJson())
  }
  return rows.sort((one, other) => Number(one[fields[0]?.name ?? '']) - Number(other[fields[0]?.name ?? '']))
}
