import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { sqlState } from '../postgres.ts'

/** `name` is the function's own: a file holds one function, in all its forms. */
export type FunctionFile = { name: string; text: string; hash: string }

const FUNCTIONS = new URL('../../../sql/functions/', import.meta.url)
const PACKAGE = new URL('../../../package.json', import.meta.url)

export function readFunctionFiles(folder: string | URL = FUNCTIONS): FunctionFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sql'))
    .map((entry) => {
      const text = readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      return { name: basename(entry.name, '.sql'), text, hash }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The release of this program. */
export function ownRelease(): string {
  // Safe: npm has refused to install a package whose package.json is of another shape.
  const { version } = JSON.parse(readFileSync(fileURLToPath(PACKAGE), 'utf8')) as { version: string }
  return version
}

type Applied = { name: string; hash: string; release: string }
/** `place` changes whenever PostgreSQL writes the function again. */
type Form = { name: string; signature: string; place: string }

/**
 * Brings the functions of the database up to date with their files, all in the transaction of the caller. Returns how many it wrote
 * or dropped. Functions of a later release are left alone: they serve this release too, and its own would not serve the later one.
 */
export async function applyFunctions(
  client: pg.ClientBase,
  files: readonly FunctionFile[],
  release: string,
): Promise<number> {
  const { rows } = await client.query<Applied>('select name, hash, release from bindery_function')
  if (rows.some((row) => isLater(row.release, release))) return 0
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const changed = files.filter(({ name, hash }) => applied.get(name) !== hash)
  const known = new Set(files.map(({ name }) => name))
  const gone = rows.map(({ name }) => name).filter((name) => !known.has(name))
  if (changed.length + gone.length === 0) return 0

  // Functions call each other, and are checked when all are there.
  await client.query('set local check_function_bodies = off')
  await dropForms(client, await listForms(client, gone))
  const names = changed.map(({ name }) => name)
  const before = await listForms(client, names)
  for (const file of changed) await write(client, file, before)
  await dropForms(client, await listUntouched(client, names, before))
  await validate(client, names)
  await client.query('delete from bindery_function where name = any ($1)', [[...gone, ...names]])
  await client.query(
    'insert into bindery_function (name, hash, release) select name, hash, $3 from unnest($1::text[], $2::text[]) as f (name, hash)',
    [names, changed.map(({ hash }) => hash), release],
  )
  return changed.length + gone.length
}

/** 0.10.0 is later than 0.9.1. Of one release, which may have candidates, the text of the files decides. */
function isLater(release: string, than: string): boolean {
  const numbers = (version: string) => version.replace(/[-+].*$/, '')
  return numbers(release).localeCompare(numbers(than), 'en', { numeric: true }) > 0
}

const INVALID_FUNCTION_DEFINITION = '42P13'

/** Replaces it in place, which disturbs no caller. Another result or other names of parameters need a new function. */
async function write(client: pg.ClientBase, { name, text }: FunctionFile, before: readonly Form[]) {
  const own = before.filter((form) => form.name === name)
  try {
    await client.query('savepoint function_file')
    await client.query(text)
  } catch (error) {
    if (error instanceof Error) error.message = `${name}.sql: ${error.message}`
    if (sqlState(error) !== INVALID_FUNCTION_DEFINITION || own.length === 0) throw error
    await client.query('rollback to savepoint function_file')
    await dropForms(client, own)
    await client.query(text)
  }
  await client.query('release savepoint function_file')
}

async function listForms(client: pg.ClientBase, names: readonly string[]): Promise<Form[]> {
  const { rows } = await client.query<Form>(
    `select proname as name, oid::regprocedure::text as signature, oid || ' ' || ctid as place from pg_proc
     where pronamespace = 'public'::regnamespace and proname = any ($1)`,
    [names],
  )
  return rows
}

/** Forms with other parameters, which the files no longer write. */
async function listUntouched(client: pg.ClientBase, names: readonly string[], before: readonly Form[]) {
  const places = new Set(before.map(({ place }) => place))
  return (await listForms(client, names)).filter(({ place }) => places.has(place))
}

async function dropForms(client: pg.ClientBase, forms: readonly Form[]) {
  if (forms.length > 0) await client.query(`drop routine ${forms.map(({ signature }) => signature).join(', ')}`)
}

/** As PostgreSQL does for each function when it is created by itself. */
async function validate(client: pg.ClientBase, names: readonly string[]) {
  await client.query('set local check_function_bodies = on')
  for (const [language, validator] of [
    ['plpgsql', 'plpgsql_validator'],
    ['sql', 'fmgr_sql_validator'],
  ])
    await client.query(
      `select ${validator}(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and p.proname = any ($1) and l.lanname = $2`,
      [names, language],
    )
}
