import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connectPg, type PgPlace } from '../../server/test/pg-clients.ts'

/** What a client found: names of the catalog, and the rows of the table in whatever form it gives them. */
export type ClientFindings = { schemas: string[]; tables: string[]; columns: string[]; rows: unknown[][] }
export type Client = { name: string; read: (place: PgPlace, sql: string) => Promise<ClientFindings> }

const INSTALL = fileURLToPath(new URL('../../scripts/pg-peers', import.meta.url))
const PYTHON = fileURLToPath(new URL('./read_table.py', import.meta.url))
const JAVA = fileURLToPath(new URL('./ReadTable.java', import.meta.url))
const BASE = fileURLToPath(new URL('./read_base.py', import.meta.url))
const SUPERSET = fileURLToPath(new URL('./superset', import.meta.url))
const INSTALL_SUPERSET = fileURLToPath(new URL('../../scripts/superset', import.meta.url))
const DBT = fileURLToPath(new URL('./dbt', import.meta.url))
/** The Python that Debian's python3-uno is for. */
const DEBIAN_PYTHON = '/usr/bin/python3'
const MOST_MS = 120_000
const run = promisify(execFile)

const TABLES = "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = 'public' ORDER BY 1"
const COLUMNS =
  "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = 'kinds'::regclass AND attnum > 0 ORDER BY attnum"
const SCHEMAS = 'SELECT nspname FROM pg_catalog.pg_namespace ORDER BY 1'

const environment = ({ port, database, password }: PgPlace) => ({
  ...process.env,
  PGHOST: '127.0.0.1',
  PGPORT: String(port),
  PGUSER: 'reader',
  PGDATABASE: database,
  PGPASSWORD: password,
})

const psql: Client = {
  name: 'psql',
  read: async (place, sql) => {
    // Rows as JSON arrays of texts: what psql prints has no form of its own for line ends.
    const ask = async (asked: string) => {
      const { stdout } = await run('psql', ['-X', '-A', '-t', '-z', '-0', '-P', 'null=<null>', '-c', asked], {
        env: environment(place),
        timeout: MOST_MS,
      })
      return stdout.split('\0').filter((line, n, all) => line !== '' || n < all.length - 1)
    }
    const rows = await ask(sql)
    await run('psql', ['-X', '-c', '\\dt', '-c', '\\d kinds', '-c', '\\dn'], {
      env: environment(place),
      timeout: MOST_MS,
    })
    return {
      schemas: await ask(SCHEMAS),
      tables: await ask(TABLES),
      columns: await ask(COLUMNS),
      rows: chunked(rows, (await ask(COLUMNS)).length),
    }
  },
}

function chunked(cells: readonly string[], width: number): unknown[][] {
  const rows: unknown[][] = []
  for (let at = 0; at < cells.length; at += width)
    rows.push(cells.slice(at, at + width).map((cell) => (cell === '<null>' ? null : cell)))
  return rows
}

const nodePg: Client = {
  name: 'node-postgres',
  read: async (place, sql) => {
    const client = await connectPg(place)
    const names = async (asked: string) =>
      (await client.query({ text: asked, rowMode: 'array' })).rows.map(([name]) => String(name))
    // As texts: the driver's own dates have no microseconds.
    const types = { getTypeParser: () => (text: string) => text }
    try {
      const { rows } = await client.query({ text: sql, values: [], rowMode: 'array', types } as never)
      return { schemas: await names(SCHEMAS), tables: await names(TABLES), columns: await names(COLUMNS), rows }
    } finally {
      await client.end()
    }
  },
}

/** dbt reads its source through a model, and everything else through its adapter. */
const dbt = (command: string): Client => ({
  name: 'dbt',
  read: async (place, sql) => {
    // It writes beside its project.
    const project = await mkdtemp(join(tmpdir(), 'bindery-dbt-'))
    const ask = async (...args: string[]) => {
      const { stdout } = await run(command, ['--no-use-colors', ...args], {
        cwd: project,
        env: environment(place),
        timeout: MOST_MS,
      })
      return stdout
    }
    try {
      await cp(DBT, project, { recursive: true })
      await ask('debug')
      const shown = JSON.parse(await ask('--quiet', 'show', '--select', 'big_kinds', '--output', 'json')).show
      if (shown.length !== 2) throw new Error(`${shown.length} rows of the model are shown, not 2`)
      return JSON.parse(await ask('--quiet', 'run-operation', 'see', '--args', JSON.stringify({ sql })))
    } finally {
      await rm(project, { recursive: true })
    }
  },
})

/** Asked by its REST API, in a process and with a database of its own. */
const superset = (folder: string): Client => ({
  name: 'superset',
  read: async (place, sql) => {
    const home = await mkdtemp(join(tmpdir(), 'bindery-superset-'))
    const env = {
      ...environment(place),
      SUPERSET_HOME: home,
      SUPERSET_CONFIG_PATH: join(SUPERSET, 'superset_config.py'),
      SUPERSET_SECRET_KEY: randomBytes(32).toString('hex'),
      SUPERSET_PASSWORD: 'admin',
    }
    try {
      await cp(join(folder, 'home'), home, { recursive: true })
      const args = [join(SUPERSET, 'read_superset.py'), sql]
      const { stdout } = await run(join(folder, 'bin/python'), args, { env, timeout: MOST_MS, maxBuffer: 1 << 26 })
      return lastLine(stdout)
    } finally {
      await rm(home, { recursive: true })
    }
  },
})

/** A program may have said more before. */
const lastLine = (stdout: string): ClientFindings => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

/** Every client; the drivers of Python and Java are installed first where they are missing. */
export function everyClient(): Client[] {
  const python = execFileSync(INSTALL, { encoding: 'utf8' }).trim()
  const jar = join(dirname(dirname(python)), 'pgjdbc.jar')
  const program = (name: string, command: string, args: (sql: string) => string[]): Client => ({
    name,
    read: async (place, sql) => {
      const { stdout } = await run(command, args(sql), {
        env: environment(place),
        timeout: MOST_MS,
        maxBuffer: 1 << 26,
      })
      return lastLine(stdout)
    },
  })
  const ways = [
    'psycopg',
    'psycopg binary',
    'psycopg cursor',
    'psycopg async',
    'psycopg2',
    'asyncpg',
    'sqlalchemy',
    'odbc',
  ]
  return [
    psql,
    nodePg,
    ...ways.map((way) => program(way, python, (sql) => [PYTHON, way, sql])),
    dbt(join(dirname(python), 'dbt')),
    program('libreoffice', DEBIAN_PYTHON, (sql) => [BASE, sql]),
    program('pgjdbc', 'java', (sql) => ['-cp', jar, JAVA, sql]),
    superset(execFileSync(INSTALL_SUPERSET, { encoding: 'utf8' }).trim()),
  ]
}
