import { basename } from 'node:path'
import { type Blocking, statementsIn } from './online-migrations.ts'

const MIGRATION = /^server\/migrations\/[\w.-]+\.sql$/
const FUNCTION_FILE = /^server\/sql\/functions\/[\w-]+\/\w+\.sql$/
const CREATED = /^create (?:or replace )?(?:function|procedure) (\w+) ?\(/

/** Functions that a migration writes, and files that hold something else than the one function they are named after. */
export function findMisplacedFunctions(files: ReadonlyMap<string, string>): Blocking[] {
  const found: Blocking[] = []
  const homes = new Map<string, string>()
  for (const [file, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (MIGRATION.test(file)) found.push(...functionsIn(file, text), ...includedOutside(file, text))
    if (!FUNCTION_FILE.test(file)) continue
    const name = basename(file, '.sql')
    const home = homes.get(name)
    if (home !== undefined) found.push({ file, line: 1, about: `${name} is in ${home}, too` })
    homes.set(name, home ?? file)
    found.push(...strangersIn(file, text, name))
  }
  return found
}

const functionsIn = (file: string, text: string): Blocking[] =>
  statementsIn(text)
    .filter((statement) => CREATED.test(statement.text))
    .map(({ line, text: statement }) => ({ file, line, about: CREATED.exec(statement)?.[1] ?? '' }))

/** Each statement outside a transaction stands alone, and no line there is replaced. */
function includedOutside(file: string, text: string): Blocking[] {
  const line = text.split('\n').findIndex((each) => each.startsWith('-- functions: ')) + 1
  if (line === 0 || !text.startsWith('-- outside a transaction')) return []
  return [{ file, line, about: 'functions are written in a transaction: name them in a migration before this one' }]
}

function strangersIn(file: string, text: string, name: string): Blocking[] {
  const statements = statementsIn(text)
  const own = new RegExp(
    `^create or replace (?:function|procedure) ${name} ?\\(|^(?:revoke|grant) .* on (?:function|procedure) ${name} (?:from|to) `,
  )
  if (statements.length === 0) return [{ file, line: 1, about: `it does not create or replace ${name}` }]
  return statements
    .filter((statement) => !own.test(statement.text))
    .map(({ line }) => ({ file, line, about: `this is no create or replace, revoke or grant of ${name}` }))
}
