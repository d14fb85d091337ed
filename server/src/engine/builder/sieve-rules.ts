import type { DuckDBConnection } from '@duckdb/node-api'
import { ROW_ID } from '../table/table.ts'
import type { BuildRequest, BuildSource, RuleQuestion, SievedRows } from './build-request.ts'
import { openSource } from './source-sql.ts'

/** Puts a source into a table of this name, for questions to select from. */
export async function layRelation(duckdb: DuckDBConnection, folder: string, source: BuildSource, name: string) {
  const isEmpty = source.segments.length === 0 && !source.laid
  const nothing = [
    `CAST(NULL AS BIGINT) AS ${ROW_ID}`,
    ...source.columns.map(({ id, type }) => `CAST(NULL AS ${type}) AS c${id}`),
  ]
  const { sql } = isEmpty
    ? { sql: `SELECT ${nothing.join(', ')} WHERE false` }
    : await openSource(duckdb, folder, source)
  // A table: what lies over the segments is read into one of the same name for each source.
  await duckdb.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${sql}`)
}

/** Takes rows that break a rule out until the others break none. Each turn finds a row at least, so there is a last one. */
export async function sieveRules(
  duckdb: DuckDBConnection,
  folder: string,
  { sources, sieve: { of, rounds, most } }: BuildRequest & { kind: 'sieve-rules' },
): Promise<SievedRows> {
  await duckdb.run('CREATE OR REPLACE TEMP TABLE broken (row_id BIGINT, question INTEGER)')
  for (const [n, source] of sources.entries()) {
    const isSieved = of.includes(n)
    await layRelation(duckdb, folder, source, isSieved ? `w${n}` : `s${n}`)
    if (isSieved)
      await duckdb.run(
        `CREATE OR REPLACE TEMP VIEW s${n} AS SELECT * FROM w${n} WHERE ${ROW_ID} NOT IN (SELECT row_id FROM broken)`,
      )
  }
  for (let before = -1, count = 0; count > before; ) {
    before = count
    let first = 0
    for (const round of rounds) {
      await askRound(duckdb, round, first)
      first += round.length
      count = await countBroken(duckdb)
      if (count > most) return { count, rows: [] }
    }
  }
  return readBroken(duckdb)
}

/** Questions of one round do not see what the others of it find. */
async function askRound(duckdb: DuckDBConnection, round: readonly RuleQuestion[], first: number) {
  await duckdb.run('CREATE OR REPLACE TEMP TABLE found (row_id BIGINT, question INTEGER)')
  for (const [n, { sql, parameters }] of round.entries())
    await duckdb.run(`INSERT INTO found SELECT ${ROW_ID}, ${first + n} FROM (${sql})`, [...parameters])
  await duckdb.run('INSERT INTO broken SELECT * FROM found')
}

async function countBroken(duckdb: DuckDBConnection): Promise<number> {
  const counted = await duckdb.runAndReadAll('SELECT count(DISTINCT row_id) FROM broken')
  return Number(counted.getRows()[0]?.[0])
}

async function readBroken(duckdb: DuckDBConnection): Promise<SievedRows> {
  const found = await duckdb.runAndReadAll('SELECT DISTINCT row_id, question FROM broken ORDER BY row_id, question')
  const rows = new Map<number, number[]>()
  for (const [rowId, question] of found.getRows()) {
    const known = rows.get(Number(rowId)) ?? []
    known.push(Number(question))
    rows.set(Number(rowId), known)
  }
  return { count: rows.size, rows: [...rows] }
}
