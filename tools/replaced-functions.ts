import type { Blocking } from './online-migrations.ts'

/** Migrations that replace a function without saying which one and where it was. */
const MIGRATION = /^server\/migrations\/((\d{4})-[\w-]+\.sql)$/
/** Those before the rule. */
const LAST_SILENT = 52
const FUNCTION = /((?:^--[^\n]*\n)*)^create (?:or replace )?function "?(\w+)/gim

export function findSilentReplacements(files: ReadonlyMap<string, string>): Blocking[] {
  const found: Blocking[] = []
  const live = new Map<string, string>()
  for (const [file, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [, name = '', number = ''] = MIGRATION.exec(file) ?? []
    if (name === '') continue
    for (const match of text.matchAll(FUNCTION)) {
      const [, comment = '', made = ''] = match
      const before = live.get(made)
      const isSaid = before === undefined || comment.includes(`Replaces ${made} (${before})`)
      const line = text.slice(0, match.index + comment.length).split('\n').length
      if (!isSaid && Number(number) > LAST_SILENT) found.push({ file, line, about: `${made} (${before})` })
      live.set(made, name)
    }
  }
  return found
}
