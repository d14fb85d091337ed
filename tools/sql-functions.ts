/**
 * What users' SQL may call is decided function by function in sql-functions.json. This tool brings that file to the
 * pinned DuckDB: a new function enters as `undecided`, and the check fails until a maintainer has decided.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../server/src/engine/duckdb-program/engine-database.ts'
import { ALLOWED, REASONS } from '../server/src/engine/duckdb-program/gate/function-rules.ts'

const FILE = fileURLToPath(new URL('../server/src/engine/duckdb-program/gate/sql-functions.json', import.meta.url))
const UNDECIDED = 'undecided'

type Decisions = Record<string, string>
export type FunctionFile = {
  duckdb: string
  functions: Decisions
  tableFunctions: Decisions
  collations: string[]
  catalogViews: string[]
}

/** What the pinned DuckDB has, as engines open it. Pragmas are no part of a SELECT and need no decision. */
export async function listFunctions(): Promise<FunctionFile> {
  const folder = mkdtempSync(join(tmpdir(), 'sql-functions-'))
  try {
    const database = await openDatabase({ input: folder, own: folder, spill: join(folder, 'spill') })
    return await database.lend(async (connection) => {
      const names = async (sql: string) => (await connection.runAndReadAll(sql)).getRows().map(([name]) => String(name))
      const undecided = (found: string[]) => Object.fromEntries(found.map((name) => [name, UNDECIDED]))
      const [duckdb = ''] = await names('SELECT version()')
      return {
        duckdb,
        functions: undecided(await names(ofKinds('scalar', 'aggregate', 'macro'))),
        tableFunctions: undecided(await names(ofKinds('table', 'table_macro'))),
        collations: await names('SELECT collname FROM pragma_collations() ORDER BY ALL'),
        catalogViews: await names(CATALOG_VIEWS),
      }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Those of information_schema need its name before theirs. */
const CATALOG_VIEWS =
  "SELECT DISTINCT lower(view_name) FROM duckdb_views() WHERE internal AND schema_name <> 'information_schema' ORDER BY ALL"

function ofKinds(...kinds: string[]): string {
  const list = kinds.map((kind) => `'${kind}'`).join(', ')
  return `SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type IN (${list}) ORDER BY ALL`
}

/** The decisions that stand, for what DuckDB has now. */
export function carryOver(decided: FunctionFile, found: FunctionFile): FunctionFile {
  const carried = (names: Decisions, decisions: Decisions) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, decisions[name] ?? UNDECIDED]))
  return {
    ...found,
    functions: carried(found.functions, decided.functions),
    tableFunctions: carried(found.tableFunctions, decided.tableFunctions),
  }
}

/** What keeps the file from being in force: functions without a decision, or another DuckDB than the pinned one. */
export function findFaults(decided: FunctionFile, found: FunctionFile): string[] {
  const carried = carryOver(decided, found)
  const faults = [...Object.entries(carried.functions), ...Object.entries(carried.tableFunctions)]
    .filter(([, decision]) => decision !== ALLOWED && !REASONS.has(decision))
    .map(([name, decision]) => `${name} is ${decision}`)
  if (JSON.stringify(carried) !== JSON.stringify(decided)) faults.push(`the file is not of DuckDB ${found.duckdb}`)
  return faults
}

export function readFunctionFile(): FunctionFile {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const decided = readFunctionFile()
  const found = await listFunctions()
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, `${JSON.stringify(carryOver(decided, found), null, 2)}\n`)
  }
  const faults = findFaults(readFunctionFile(), found)
  if (faults.length > 0) {
    console.error(`sql-functions.json: ${faults.join('; ')}.\nRun tools/sql-functions.ts and decide what is undecided.`)
    process.exit(1)
  }
}
