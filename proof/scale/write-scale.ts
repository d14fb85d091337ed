import { readFileSync, writeFileSync } from 'node:fs'
import { MODEL } from './inputs.ts'
import { scaleTables } from './scale-tables.ts'

/** node proof/scale/write-scale.ts: these pages show what the model says. A test holds one against the other. */
export const SCALE_PAGES = ['../../docs/scale.md', '../../docs/ja/scale.md'].map(
  (page) => new URL(page, import.meta.url),
)

/** Between `<!-- table:name -->` and `<!-- end -->`. */
export function withTables(page: string): string {
  const tables = scaleTables(MODEL)
  return page.replaceAll(/(<!-- table:(\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    const table = tables[name]
    if (!table) throw new Error(`there is no table ${name}`)
    return `${begin}\n${table}\n\n${end}`
  })
}

if (import.meta.main) for (const page of SCALE_PAGES) writeFileSync(page, withTables(readFileSync(page, 'utf8')))
