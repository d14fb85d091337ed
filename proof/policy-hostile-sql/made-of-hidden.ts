import { callAs } from '../../server/test/client.ts'
import { callWell, type Names, type Tables } from './governed-tables.ts'

/** Tables made by a user who sees everything, each from a hidden column in another place of its code. */
const codes = ({ masked, maskedText }: Names): readonly string[] => [
  `SELECT name FROM {{ p }} WHERE "${masked}" > 0`,
  `SELECT a.name FROM {{ p }} a JOIN {{ p }} b ON a."${masked}" = b."${masked}"`,
  `SELECT dept FROM {{ p }} GROUP BY dept, "${masked}"`,
  `SELECT dept FROM {{ p }} GROUP BY dept HAVING max("${masked}") > 0`,
  `SELECT name FROM {{ p }} ORDER BY "${masked}" LIMIT 2`,
  `SELECT name FROM {{ p }} QUALIFY row_number() OVER (ORDER BY "${maskedText}") < 3`,
  `SELECT DISTINCT ON ("${masked}") name FROM {{ p }}`,
  `SELECT name FROM {{ p }} WHERE name IN (SELECT name FROM {{ p }} WHERE "${maskedText}" IS NOT NULL)`,
  `WITH t AS (SELECT name, "${masked}" AS x FROM {{ p }}) SELECT name FROM t WHERE x IS NOT NULL`,
  `SELECT CASE WHEN "${masked}" > 0 THEN name END AS name FROM {{ p }}`,
  `SELECT name FROM {{ p }} SEMI JOIN (SELECT "${masked}" AS m FROM {{ p }}) x ON x.m > 0`,
  `SELECT name FROM {{ p }} WHERE "${masked}" > 0 UNION ALL SELECT dept FROM {{ p }}`,
]

/** How many cells of such tables a user sees from whom the column is hidden. */
export async function shownOfMade(tables: Tables): Promise<{ tables: number; shown: number; examples: string[] }> {
  const { url, at, owner, asker, names } = tables
  const call = callWell(owner, at)
  const examples: string[] = []
  let shown = 0
  for (const [n, code] of codes(names).entries()) {
    await call('POST', '/transforms', { name: `from_hidden_${n}`, code, args: { p: 'people' } })
    const { body } = await callAs(url, asker)('GET', `${at}/tables/from_hidden_${n}/rows?include_row_ids=false`)
    const cells = (body.rows ?? [])
      .flatMap((row: object) => Object.values(row))
      .filter((cell: unknown) => cell !== null)
    shown += cells.length
    if (cells.length > 0) examples.push(code)
  }
  return { tables: codes(names).length, shown, examples }
}
