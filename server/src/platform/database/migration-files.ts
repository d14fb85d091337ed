import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FunctionFile } from './function-files.ts'

/** `names` are recorded with it: its own, and for a baseline those of the migrations that it stands for. */
export type Migration = { names: readonly string[]; text: string }

/** Plain SQL files in the order of their numbers. */
export const listMigrations = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()

/**
 * What a database lacks that has these. A new one begins with the baseline. One that was made by the migrations that the baseline
 * stands for is brought through the rest of them, and skips it.
 */
export function planMigrations(folder: string, applied: ReadonlySet<string>): Migration[] {
  return listMigrations(folder)
    .filter((name) => !applied.has(name))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const before = standsFor(text)
      if (before.length === 0) return [{ names: [name], text }]
      if (applied.size === 0) return [{ names: [...before, name], text }]
      return planInstead(join(folder, folderBefore(name)), [...before, name], applied)
    })
}

/** The first comment of a baseline lists the migrations it stands for. */
function standsFor(text: string): string[] {
  const [head = ''] = text.split('\n\n', 1)
  return head.includes('-- Stands for:') ? (head.match(/\b\d{4}-[\w-]+\.sql\b/g) ?? []) : []
}

/** Of 0100-release-0.2.sql: before-0.2, which holds how the release before it becomes 0.2. */
const folderBefore = (baseline: string) => baseline.replace(/^\d+-release-(.*)\.sql$/, 'before-$1')

function planInstead(folder: string, names: readonly string[], applied: ReadonlySet<string>): Migration[] {
  const files = existsSync(folder) ? listMigrations(folder) : []
  const missing = names.filter((name) => !applied.has(name))
  const own = files.filter((name) => missing.includes(name))
  const first = files[0] ?? ''
  const tooOld = missing.find((name) => name < first)
  if (tooOld)
    throw new Error(`The database is older than the first release: it lacks ${tooOld}. Upgrade it to 0.1 first.`)
  return [
    ...own.map((name) => ({ names: [name], text: readFileSync(join(folder, name), 'utf8') })),
    // Those that only wrote functions, which are files today.
    { names: missing.filter((name) => !own.includes(name)), text: '' },
  ]
}

const INCLUDES = /^-- functions: (.+)$/gm

/** Whether a migration needs functions before it can go on, such as those of its triggers. */
export const hasIncludes = (text: string) => text.search(INCLUDES) >= 0

/** Puts the files of functions in the place of each line `-- functions: name, name`. */
export function includeFunctions(text: string, files: readonly FunctionFile[]): string {
  return text.replace(INCLUDES, (_, names: string) =>
    names
      .split(', ')
      .map((name) => {
        const file = files.find((known) => known.name === name)
        if (!file) throw new Error(`A migration needs the function ${name}, which has no file in server/sql/functions.`)
        return file.text
      })
      .join('\n'),
  )
}
