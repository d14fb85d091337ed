import { readFileSync, writeFileSync } from 'node:fs'
import { MODEL } from './inputs.ts'
import { scaleTables } from './scale-tables.ts'

/** node proof/scale/write-scale.ts: docs/scale.md shows what the model says. A test holds one against the other. */
export const SCALE_PAGE = new URL('../../docs/scale.md', import.meta.url)

/** Between `<!-- table:name -->` and `<!-- end -->`. */
export function withTables(page: string): string {
  const tables = scaleTables(MODEL)
  return page.replaceAll(/(<!-- table:(\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    const table = tables[name]
    if (!table) throw new Error(`there is no table ${name}`)
    return `${begin}\n${table}\n\n${end}`
  })
}

if (import.meta.main) writeFileSync(SCALE_PAGE, withTables(readFileSync(SCALE_PAGE, 'utf8')))
