import { quoteName } from '../../server/src/engine/duckdb/protocol/quote-name.ts'
import type { World } from './relations.ts'

/** A statement that must fail on every engine, whichever rows it reads first. */
export function brokenQuery({ dice, tables }: World): string {
  const table = dice.of(tables)
  const from = quoteName(table.name)
  const text = quoteName(table.columns.find(({ kind }) => kind === 'text')?.name ?? '__svc_row_id')
  return dice.of([
    `SELECT nowhere FROM ${from}`,
    `SELECT count(*) FROM nowhere`,
    `SELECT FROM WHERE ${from}`,
    `SELECT sum(${text}::DATE::INTEGER) FROM ${from}`,
    `SELECT max(CAST(${text} AS INTEGER)) FROM ${from}`,
    `SELECT ${text}, count(*) FROM ${from}`,
    `SELECT upper(1, 2, 3) FROM ${from}`,
    `SELECT sum(__svc_row_id * 9223372036854775807) FROM ${from}`,
    `SELECT count(*) FROM ${from} WHERE sum(__svc_row_id) > 1`,
    `SELECT CAST(99999999999 AS INTEGER)`,
    `SELECT DATE '2024-02-30'`,
    `SELECT * FROM ${from} a JOIN ${from} b USING (nowhere)`,
    `SELECT (SELECT __svc_row_id FROM ${from})`,
    `SELECT 1 UNION SELECT 1, 2`,
    `SELECT error('row ' || max(__svc_row_id)) FROM ${from}`,
    `SELECT ${text} FROM ${from} ORDER BY 99`,
    `SELECT make_date(2024, 13, max(__svc_row_id)::BIGINT % 2 + 1) FROM ${from}`,
    `SELECT strptime(max(${text}) || 'x', '%Y') FROM ${from}`,
  ])
}
