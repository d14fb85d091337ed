/** House rules that need a file's text, not its imports (those are in .dependency-cruiser.cjs). */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findLostFunctions } from './kept-functions.ts'
import { findMisplacedFunctions } from './misplaced-functions.ts'
import { findBlockingMigrations } from './online-migrations.ts'
import { findOldWords } from './plain-english.ts'
import { findUnusedExports } from './unused-exports.ts'

/** Text by path, which is relative to the root of the repository. */
export type Files = ReadonlyMap<string, string>
/** `about` says what exactly was found, where the rule's name alone does not. */
type FoundAt = { file: string; line: number; about?: string }
type Rule = { name: string; instead: string; isWarning?: true; find: (files: Files) => FoundAt[] }
export type Violation = FoundAt & { rule: string; instead: string; isWarning: boolean }

/** Paths a rule looks at, and those among them where the thing is allowed. */
type Where = { in: RegExp; except?: RegExp }

const CODE = /\.(?:[cm]?[jt]sx?|sql|sh|ya?ml|py)$/
const SERVER = /^server\/src\/.*\.ts$/
const TEST = /\.test\.tsx?$/
const GENERATED = /^server\/src\/platform\/database\/database-schema\.ts$/
/** The files that may hold SQL for PostgreSQL. */
const STORE =
  /\.store\.ts$|^server\/src\/platform\/(?:postgres|database\/[^/]*migrat[^/]*)\.ts$|^server\/src\/main\/migrate\.ts$/
const STORE_OR_TEST = new RegExp(`${STORE.source}|${TEST.source}`)
const VAGUE_NAME = /(?:^|[-.])(?:utils?|helpers?|common|managers?|services?|misc|index)[-.]/

export const RULES: readonly Rule[] = [
  {
    name: 'environment-only-in-config',
    instead: 'read the variable in main/config/config.ts and take it from the settings',
    find: linesWith(/\bprocess(?:\.env\b|\[['"]env)|\benv\b.*from 'node:process'/, {
      in: /^(?:server\/src|spreadsheet|sdk)\//,
      except: /^server\/src\/main\/config\/config\.ts$|\.test\.ts$/,
    }),
  },
  {
    name: 'query-only-in-store',
    instead: 'write the statement as a function of a *.store.ts and call that',
    find: linesWith(/\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(/, {
      in: SERVER,
      except: STORE_OR_TEST,
    }),
  },
  {
    name: 'sql-only-in-store',
    instead: 'write the statement as a function of a *.store.ts and call that',
    find: linesWith(/\bsql(?:<.*>)?`|\bsql\.(?:raw|ref|table|id|lit|val|join)\(/, {
      in: SERVER,
      except: STORE_OR_TEST,
    }),
  },
  {
    name: 'one-store-per-table',
    instead: 'let one of the stores own the table, and call its function from the other place',
    find: tablesWrittenTwice,
  },
  {
    name: 'transaction-only-in-postgres',
    instead: 'call inTransaction of platform/postgres.ts',
    find: linesWith(/\.(?:transaction|startTransaction)\(/, {
      in: SERVER,
      except: /^server\/src\/platform\/postgres\.ts$/,
    }),
  },
  {
    name: 'no-silent-end',
    instead: 'read a stream of DuckDB through chunksOf: its own readers take a failure for the end',
    find: linesWith(/\.(?:yieldRows\w*|fetchChunk|streamAndRead\w*|readUntil)\(/, {
      in: /^server\/src\//,
      except: /^server\/src\/engine\/duckdb\/chunks-of\.ts$/,
    }),
  },
  {
    name: 'sealed-cells-stay-closed',
    instead: 'take what the caller may see from core/reading/whole-rows.ts, or hand the sealed cells on',
    find: linesWith(/\bopenSealed\(|\bSealed\.open\(/, {
      in: SERVER,
      except: /^server\/src\/(?:engine|core\/(?:policies|reading))\/|\.test\.ts$/,
    }),
  },
  {
    name: 'lens-alone-shows-values',
    instead: 'open the table through core/reading, and quote values with core/reading/visible-value.ts',
    find: linesWith(/\basReadable\(|\bas VisibleValue\b/, {
      in: SERVER,
      except:
        /^server\/src\/core\/(?:policies|reading|artifacts)\/|^server\/src\/engine\/table\/readable-table\.ts$|\.test\.ts$/,
    }),
  },
  {
    name: 'rules-are-checked',
    instead: 'commit through commitTableEdit: core/rules/check-writes.ts alone says that rows were checked',
    find: linesWith(/\brulesChecked\(/, {
      in: SERVER,
      except: /^server\/src\/(?:core\/rules\/check-writes|engine\/table\/rules-checked)\.ts$/,
    }),
  },
  {
    name: 'migration-is-online',
    instead: 'docs/operations/upgrade.md says how, and what to write above a statement that does no harm',
    find: findBlockingMigrations,
  },
  {
    name: 'function-has-its-file',
    instead:
      'a function is in force as server/sql/functions/<subject>/<name>.sql says, and nowhere else; docs/operations/upgrade.md says how',
    find: findMisplacedFunctions,
  },
  {
    name: 'function-serves-the-release-before',
    instead: 'give the new form another name; docs/operations/upgrade.md says when the old one may go',
    find: findLostFunctions,
  },
  {
    name: 'program-runs-last',
    instead: 'begin the work of a program in its last lines: what is declared below it does not exist yet',
    find: declaredBelowStart,
  },
  {
    name: 'export-is-used',
    instead: 'no program uses it: delete it, or move it to the tests or the proof that use it',
    find: findUnusedExports,
  },
  {
    name: 'file-grows-long',
    instead: 'past 250 lines a file holds two things: split it',
    isWarning: true,
    find: filesLongerThan(250, 350),
  },
  {
    name: 'file-too-long',
    instead: 'past 350 lines a file holds two things: split it',
    find: filesLongerThan(350, Number.POSITIVE_INFINITY),
  },
  {
    name: 'file-name-says-what',
    instead: 'name the file after what it exports',
    find: filesNamed(VAGUE_NAME, {
      in: /^(?:server|spreadsheet|sdk|cli|mcp|console|proof|bench|tools)\/.*\.tsx?$/,
      // The harness starts the service: there the word says what it does.
      except: /^server\/test\/(?:start-)?service\.ts$/,
    }),
  },
  {
    name: 'name-says-what',
    instead:
      'name it after what it is, with its noun: RowsRequest, CellPosition, VisibleRows, IngestOptions, reportRefused',
    find: linesWith(
      /^\s*(?:export )?(?:(?:type|interface|class) (?:Asked\w*|\w+Asked|Asker|Place|Seen\w*|Ground|Standing|\w*Wish(?:es)?)|(?:async )?(?:function\*?|const) (?:tell(?:s|able)?(?:[A-Z]\w*)?|\w*Wish(?:es)?|\w+_WISHES))\b/,
      { in: /^(?:server|spreadsheet|sdk|cli|mcp|console|proof|bench|tools)\/.*\.tsx?$/ },
    ),
  },
  {
    name: 'problem-has-page',
    instead: 'write the page: what happened, why, and what the reader can do',
    find: problemsWithoutPage,
  },
  {
    name: 'no-note-to-self',
    instead: 'do it now, or open an issue',
    find: linesWith(/\b(?:TO[D]O|FIX[M]E)\b/, { in: CODE }, { inComments: true }),
  },
  {
    name: 'plain-english',
    instead: 'name the caller, the user or the node, and say what is reported, returned or rebuilt',
    find: findOldWords,
  },
  {
    name: 'no-test-left-out',
    instead: 'let every test run: mend it or delete it',
    find: linesWith(/\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.(?:only|skip|todo)\b/, { in: TEST }),
  },
  {
    name: 'no-machine-path',
    instead: 'use a path relative to the repository, or a setting',
    find: linesWith(/(?<![\w.~*-])\/(?:work|root|home)\//, { in: /./ }, { inComments: true }),
  },
]

export function findViolations(files: Files): Violation[] {
  const found = RULES.flatMap(({ name, instead, isWarning = false, find }) =>
    find(files).map((place) => ({ ...place, rule: name, instead, isWarning })),
  )
  return found.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}

function isLookedAt(file: string, where: Where): boolean {
  return where.in.test(file) && !where.except?.test(file)
}

function linesWith(pattern: RegExp, where: Where, { inComments = false } = {}) {
  return (files: Files): FoundAt[] => {
    const places: FoundAt[] = []
    for (const [file, text] of files) {
      if (!isLookedAt(file, where)) continue
      const lines = (inComments ? text : withoutComments(text)).split('\n')
      lines.forEach((line, n) => {
        if (pattern.test(line)) places.push({ file, line: n + 1 })
      })
    }
    return places
  }
}

/** A program that begins its work before its constants are there fails in the middle of it, and not when it starts. */
function declaredBelowStart(files: Files): FoundAt[] {
  const places: FoundAt[] = []
  for (const [file, text] of files) {
    if (!/^(?:server|proof|bench|cli|mcp)\/.*\.ts$/.test(file) || TEST.test(file)) continue
    const lines = withoutComments(text).split('\n')
    const start = lines.findIndex((line) => /^(?:if \(.*\) )?await main\(/.test(line))
    if (start < 0) continue
    lines.forEach((line, n) => {
      if (n > start && /^(?:const|let|class) /.test(line)) places.push({ file, line: n + 1 })
    })
  }
  return places
}

function filesNamed(pattern: RegExp, where: Where) {
  return (files: Files): FoundAt[] =>
    [...files.keys()]
      .filter((file) => isLookedAt(file, where) && pattern.test(basename(file)))
      .map((file) => ({ file, line: 1 }))
}

function filesLongerThan(limit: number, end: number) {
  return (files: Files): FoundAt[] => {
    const places: FoundAt[] = []
    for (const [file, text] of files) {
      const lines = text.trimEnd().split('\n').length
      if (isLookedAt(file, { in: SERVER, except: GENERATED }) && lines > limit && lines <= end) {
        places.push({ file, line: limit + 1, about: `${lines} lines` })
      }
    }
    return places
  }
}

const BUILDER_WRITE = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*'([\w.]+)/g
/** An update has a `set` behind its table, which `for update` and `on conflict do update` lack. */
const SQL_WRITE =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|update(?=\s+(?:only\s+)?[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(?:only\s+)?"?([\w.]+)/gi

function tablesWrittenTwice(files: Files): FoundAt[] {
  const writers = new Map<string, Map<string, FoundAt>>()
  for (const [file, text] of files) {
    if (!isLookedAt(file, { in: SERVER, except: TEST }) || !STORE.test(file)) continue
    for (const { name, line } of [...namesIn(text, BUILDER_WRITE), ...namesIn(text, SQL_WRITE)]) {
      const table = toSnakeCase(name.replace(/^.*\./, ''))
      const places = writers.get(table) ?? new Map<string, FoundAt>()
      writers.set(table, places)
      if (!places.has(file)) places.set(file, { file, line })
    }
  }
  return [...writers].flatMap(([table, places]) => (places.size > 1 ? nameEachOther(table, [...places.values()]) : []))
}

function nameEachOther(table: string, places: FoundAt[]): FoundAt[] {
  return places.map((place) => {
    const others = places.filter((other) => other !== place).map((other) => other.file)
    return { ...place, about: `${table} is also written by ${others.join(' and ')}` }
  })
}

const THROWN_CODE = /new ServiceError\(\s*[^,()]+,\s*'([a-z0-9_]+)'/g
const DECLARED_CODES = /\bproblems:\s*\[([^\]]*)\]/g

/** Reports each code once, where it is used first. */
function problemsWithoutPage(files: Files): FoundAt[] {
  const missing = new Map<string, FoundAt>()
  for (const [file, text] of files) {
    if (!isLookedAt(file, { in: SERVER, except: TEST })) continue
    const declared = namesIn(text, DECLARED_CODES).flatMap(({ name, line }) =>
      namesIn(name, /'([a-z0-9_]+)'/g).map((code) => ({ name: code.name, line: line + code.line - 1 })),
    )
    for (const { name, line } of [...namesIn(text, THROWN_CODE), ...declared]) {
      const page = `docs/problems/${name}.md`
      if (!files.has(page) && !missing.has(name)) missing.set(name, { file, line, about: `${page} is missing` })
    }
  }
  return [...missing.values()]
}

/** What the first group of the pattern caught, and on which line it stands. */
function namesIn(text: string, pattern: RegExp): { name: string; line: number }[] {
  const code = withoutComments(text)
  return [...code.matchAll(pattern)].map((match) => {
    const [whole, name = ''] = match
    const start = match.index + whole.lastIndexOf(name)
    return { name, line: code.slice(0, start).split('\n').length }
  })
}

/** Empties the lines that are nothing but a comment; the others keep their number. */
function withoutComments(text: string): string {
  return text.replace(/^[ \t]*(?:\/\/|\/?\*).*$/gm, '')
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Everything that is or could be committed, except the test that breaks every rule on purpose. */
function readRepository(root: string): Files {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const files = new Map<string, string>()
  for (const file of listed.split('\0')) {
    const path = join(root, file)
    if (file === '' || file === 'tools/house-rules.test.ts' || !existsSync(path)) continue
    const bytes = readFileSync(path)
    const isText = !bytes.includes(0)
    if (isText) files.set(file, bytes.toString())
  }
  return files
}

function main() {
  const violations = findViolations(readRepository(join(import.meta.dirname, '..')))
  for (const { file, line, rule, about, instead, isWarning } of violations) {
    const found = about ? `${about}: ` : ''
    console.log(`${file}:${line} ${isWarning ? 'warning: ' : ''}${rule} — ${found}${instead}`)
  }
  if (violations.some((violation) => !violation.isWarning)) process.exitCode = 1
}

if (import.meta.main) main()
