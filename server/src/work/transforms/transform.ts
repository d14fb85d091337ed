import { createHash } from 'node:crypto'
import type { Dependency } from '../../engine/reading/sql-run.ts'
import { unboundPlaceholder } from './transforms.errors.ts'

export const LANGUAGES = ['sql', 'python'] as const
export const MATERIALIZED = ['table', 'view'] as const
export const MOST_TRANSFORMS = 500
/** A name behind `{{ }}`, and in SQL. */
export const ARG_PATTERN = '^[A-Za-z_][A-Za-z0-9_]{0,62}$'

export type Language = (typeof LANGUAGES)[number]

/** What its inputs are called in the code: the argument, and the table's id. */
export type Arg = { arg: string; tableId: string }

/** By table, the origins of the columns its author saw plainly. */
export type Visible = Readonly<Record<string, readonly number[]>>

/** Code that makes a table from tables. Its name is its output's. */
export type Transform = {
  workbookId: string
  transformId: string
  /** The output's id. */
  tableId: string
  name: string
  language: Language
  code: string
  codeSha256: Buffer
  materialized: (typeof MATERIALIZED)[number]
  args: readonly Arg[]
  keyColumns: readonly string[]
  visible: Visible
  dependencies: readonly Dependency[]
  createdAt: Date
  updatedAt: Date
}

export const hashOf = (code: string) => createHash('sha256').update(code).digest()

// Spaces around the name are cut off afterwards: a pattern for them tries every way to share them out.
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** The arguments the code names. */
export const placeholdersIn = (code: string): Set<string> =>
  new Set([...code.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()))

/** Every placeholder has an argument, and every argument a placeholder: but Python is handed all of them in `tables`. */
export function refuseIfUnbound(code: string, args: readonly string[], language: Language) {
  const named = placeholdersIn(code)
  const unbound = [...named].filter((name) => !args.includes(name))
  const unused = language === 'python' ? [] : args.filter((arg) => !named.has(arg))
  if (unbound.length + unused.length > 0) throw unboundPlaceholder(unbound, unused)
}

/** The code as SQL: each placeholder is the table of that name, which no WITH of the same name can hide. */
export const boundSql = (code: string) => code.replace(PLACEHOLDER, (_, name: string) => `main."${name.trim()}"`)

/** The code as Python: each placeholder is the table of that name. */
export const boundPython = (code: string) => code.replace(PLACEHOLDER, (_, name: string) => `tables["${name.trim()}"]`)
