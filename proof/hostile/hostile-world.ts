import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { type EngineProcess, startEngineProcess } from '../../server/src/engine/duckdb/engine-process-handle.ts'
import { shareWithSandbox } from '../../server/src/engine/sandbox/sandbox-user.ts'
import { type Canaries, leakFinder, newCanaries } from './canaries.ts'

export type HostileWorld = {
  /** Where engines have their folders. */
  folder: string
  /** A segment with the columns that may be seen. */
  visibleSegment: string
  /** What the placeholders stand for that are the same behind every door. */
  places: Readonly<Record<string, string>>
  findLeaks: ReturnType<typeof leakFinder>
  /** Files that were written on the host since the start. */
  written: () => string[]
  close: () => Promise<void>
}

const REPOSITORY = join(import.meta.dirname, '../..')
const VARIABLE = 'BINDERY_CANARY'

/** A host with secrets, and another tenant whose engine runs. The rights of files protect nothing: only the sandbox does. */
export async function openHostileWorld(): Promise<HostileWorld> {
  const root = mkdtempSync(join(tmpdir(), 'bindery-hostile-'))
  const canaries = newCanaries()
  const at = (name: string) => join(root, name)
  for (const name of ['.', 'engines', 'data', 'data/seg', 'data/other', 'work']) {
    mkdirSync(at(name), { recursive: true })
    chmodSync(at(name), 0o755)
  }
  chmodSync(at('work'), 0o777)
  writeFileSync(at('secret.csv'), `${canaries.file},1\n`.repeat(3))
  writeFileSync(at('data/other/secret.txt'), canaries.file)
  writeFileSync(at(`data/seg/${canaries.fileName}`), 'x')
  process.env[VARIABLE] = canaries.environment
  await writeSegments(root, canaries)
  const other = await startOtherTenant(at('engines'), at('data/tenant.parquet'), canaries)
  const writable = () => ['work', 'data', 'data/seg', 'data/other'].flatMap((name) => listFiles(at(name)))
  const before = new Set(writable())
  return {
    folder: at('engines'),
    visibleSegment: at('data/people.parquet'),
    places: {
      SECRET_FILE: at('secret.csv'),
      OTHER_DIR: other.folders.root,
      SEGMENT: at('data/base.parquet'),
      DATA_DIR: at('data'),
      WORK_DIR: at('work'),
    },
    findLeaks: leakFinder(canaries, [root, REPOSITORY]),
    written: () => writable().filter((file) => !before.has(file)),
    close: async () => {
      delete process.env[VARIABLE]
      other.kill()
      await other.exited
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function writeSegments(root: string, { tenant, hiddenColumn }: Canaries) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const people = `SELECT i AS __svc_row_id, 'name' || i AS name, 'dept' || i % 7 AS dept, (i * 3.5)::DECIMAL(10, 2) AS amount,
    DATE '2026-01-01' + (i % 365)::INTEGER AS d FROM range(1, 1001) t(i)`
  const write = (sql: string, name: string) =>
    connection.run(`COPY (${sql}) TO '${join(root, 'data', name)}' (FORMAT parquet, COMPRESSION zstd)`)
  await write(people, 'people.parquet')
  await write(`SELECT *, '${hiddenColumn}' AS ssn, 90000 + __svc_row_id AS salary FROM (${people})`, 'base.parquet')
  await write(`SELECT * REPLACE ('${tenant}' AS name) FROM (${people})`, 'tenant.parquet')
  connection.closeSync()
  instance.closeSync()
}

/** An engine beside the attacked one, of the same user for the kernel, with files of its own. */
async function startOtherTenant(folder: string, segment: string, { tenant }: Canaries): Promise<EngineProcess> {
  const engine = await startEngineProcess({ folder, isSandboxed: true })
  const files = { [join(engine.folders.input, 'people.parquet')]: readFileSync(segment) }
  const own = { [join(engine.folders.own, 'notes.txt')]: Buffer.from(tenant) }
  for (const [path, content] of Object.entries({ ...files, ...own })) {
    writeFileSync(path, content)
    shareWithSandbox(path, path.startsWith(engine.folders.own) ? 'write' : 'read')
  }
  return engine
}

export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
