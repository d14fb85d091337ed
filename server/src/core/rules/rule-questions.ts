import type { RuleQuestion } from '../../engine/builder/build-request.ts'
import type { CheckedCondition } from '../../engine/expressions/checked-condition.ts'
import { expressionSql } from '../../engine/expressions/expression-sql.ts'
import { ROW_ID } from '../../engine/table/table.ts'

/** Rows that come, by the name of their relation; `same`: what was there before, where rows that stay as they were are let be. */
type Entering = { rows: string; same: string | null; columnIds: readonly number[] }

const columnsOf = (alias: string, columnIds: readonly number[]) => columnIds.map((id) => `${alias}.c${id}`)

function notAsBefore({ same, columnIds }: Entering): string {
  if (same === null) return ''
  const equal = columnIds.map((id) => `b.c${id} IS NOT DISTINCT FROM n.c${id}`)
  return ` AND NOT EXISTS (SELECT 1 FROM ${same} b WHERE ${[`b.${ROW_ID} = n.${ROW_ID}`, ...equal].join(' AND ')})`
}

export function conditionQuestion(entering: Entering, condition: CheckedCondition): RuleQuestion {
  const { sql, parameters } = expressionSql(condition, (id) => `n.c${id}`)
  return {
    sql: `SELECT n.${ROW_ID} FROM ${entering.rows} n WHERE NOT coalesce(${sql}, true)${notAsBefore(entering)}`,
    parameters,
  }
}

export function uniqueQuestion(entering: Entering, all: string): RuleQuestion {
  const { rows, columnIds } = entering
  const keys = columnsOf('a', columnIds)
  const whole = keys.map((key) => `${key} IS NOT NULL`).join(' AND ')
  const equal = columnIds.map((id) => `d.c${id} = n.c${id}`).join(' AND ')
  return {
    sql: `WITH d AS (SELECT ${keys.join(', ')} FROM ${all} a WHERE ${whole} GROUP BY ${keys.join(', ')} HAVING count(*) > 1)
      SELECT n.${ROW_ID} FROM ${rows} n WHERE EXISTS (SELECT 1 FROM d WHERE ${equal})${notAsBefore(entering)}`,
    parameters: [],
  }
}

/** Rows that come whose key is there already, or came with a row before them: of equal ones the first may stay. */
export function laterQuestion({ rows, columnIds }: Omit<Entering, 'same'>, all: string): RuleQuestion {
  const keys = columnsOf('a', columnIds)
  const whole = keys.map((key) => `${key} IS NOT NULL`).join(' AND ')
  return {
    sql: `SELECT ${ROW_ID} FROM (
        SELECT a.${ROW_ID}, a.is_new, row_number() OVER (PARTITION BY ${keys.join(', ')} ORDER BY a.is_new, a.${ROW_ID}) AS place
        FROM (SELECT *, ${ROW_ID} IN (SELECT ${ROW_ID} FROM ${rows}) AS is_new FROM ${all}) a WHERE ${whole})
      WHERE is_new AND place > 1`,
    parameters: [],
  }
}

export function referenceQuestion(entering: Entering, target: string, targetId: number): RuleQuestion {
  const [id] = entering.columnIds
  return {
    sql: `SELECT n.${ROW_ID} FROM ${entering.rows} n WHERE n.c${id} IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ${target} t WHERE t.c${targetId} = n.c${id})${notAsBefore(entering)}`,
    parameters: [],
  }
}

type Places = { before: string; after: string; wasId: number; isId: number }

/** Rows that refer to a value which leaves the column they refer to. */
export function goneQuestion(rows: string, columnId: number, { before, after, wasId, isId }: Places): RuleQuestion {
  return {
    sql: `SELECT n.${ROW_ID} FROM ${rows} n WHERE n.c${columnId} IS NOT NULL
      AND EXISTS (SELECT 1 FROM ${before} b WHERE b.c${wasId} = n.c${columnId})
      AND NOT EXISTS (SELECT 1 FROM ${after} t WHERE t.c${isId} = n.c${columnId})`,
    parameters: [],
  }
}
