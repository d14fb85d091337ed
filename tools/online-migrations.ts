/** Migrations run while nodes of the release before still serve. What would lock those out, or take away what they use, is found here. */

export type Blocking = { file: string; line: number; about: string }

/** Those of the first release came before anybody could be upgraded. */
const MIGRATION = /^server\/migrations\/(\d{4})-[\w-]+\.sql$/
const LAST_OF_FIRST_RELEASE = 43

/** `text` is in lower case, without comments, bodies of functions, and more than one space. */
type Statement = { text: string; line: number }
type Migration = { file: string; statements: readonly Statement[]; newTables: ReadonlySet<string>; isOutside: boolean }
type Rule = { pattern: RegExp; unless?: RegExp; about: string }

/** Above a statement: it is known what it does, and why that is no harm. */
const EXCUSE = /^\s*-- blocks nobody: \S/m
const OUTSIDE = /^-- outside a transaction\b/

const STATEMENTS: readonly Rule[] = [
  {
    pattern: /^create (?:unique )?index (?!concurrently)/,
    about: 'an index on a table that is there: build it concurrently, outside a transaction',
  },
  { pattern: /^drop (?:table|view|function|procedure|type|schema)\b/, about: 'nodes of the release before may use it' },
  {
    pattern: /^alter (?:function|view|type|sequence) .* rename\b/,
    about: 'nodes of the release before use the old name',
  },
  { pattern: /^(?:lock|truncate|cluster|vacuum|reindex)\b/, about: 'locks everybody else out' },
  { pattern: /^(?:update|delete)\b/, about: 'holds rows until its end: let a task do it, a few rows at a time' },
]

const ACTIONS: readonly Rule[] = [
  { pattern: /^drop (?!constraint\b)/, about: 'nodes of the release before read the column' },
  { pattern: /^rename\b/, about: 'nodes of the release before use the old name' },
  { pattern: /^alter (?:column )?\S+ (?:set data )?type\b/, about: 'rewrites every row under a lock' },
  {
    pattern: /^add (?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b).*\bnot null\b/,
    unless: /\bdefault\b/,
    about: 'nodes of the release before do not fill it in: give it a default',
  },
  {
    pattern:
      /^add (?!constraint\b).*(?:\bgenerated\b|\bserial\b|\bbigserial\b|default (?:gen_random_uuid|clock_timestamp|random|nextval)\b)/,
    about: 'rewrites every row under a lock: add the column empty, and let a task fill it',
  },
  {
    pattern:
      /^add (?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b).*\b(?:check|references|unique|primary key)\b/,
    about: 'looks at every row under a lock: add the column, then its constraint as not valid',
  },
  {
    pattern: /^add (?:constraint \S+ )?(?:check|foreign key)\b/,
    unless: /\bnot valid$/,
    about: 'looks at every row under a lock: add it as not valid, and validate it in a migration outside a transaction',
  },
  {
    pattern: /^add (?:constraint \S+ )?(?:unique|primary key|exclude)\b/,
    unless: /\busing index\b/,
    about: 'builds an index under a lock: build it concurrently, and add the constraint using it',
  },
  { pattern: /^validate constraint\b/, about: 'keeps the locks of its transaction: validate outside of one' },
  { pattern: /^set (?:logged|unlogged|tablespace)\b/, about: 'rewrites every row under a lock' },
]

/** May stand outside a transaction. Each can be run again after it was cut off; a procedure commits piece by piece. */
const ALONE =
  /^(?:drop index concurrently if exists \S+|create (?:unique )?index concurrently \w+ on .*|alter table \S+ validate constraint \S+|call \w+\(\))$/

export function findBlockingMigrations(files: ReadonlyMap<string, string>): Blocking[] {
  const texts = [...files].filter(([file]) => Number(MIGRATION.exec(file)?.[1]) > LAST_OF_FIRST_RELEASE)
  const migrations = texts.map(([file, text]) => read(file, text))
  const checked = columnsKnownToBeSet(migrations)
  return migrations.flatMap((migration) =>
    migration.isOutside ? lookOutside(migration) : lookInside(migration, checked),
  )
}

function read(file: string, text: string): Migration {
  const statements = statementsIn(text)
  const names = statements.map((statement) => /^create table (?:if not exists )?(\S+)/.exec(statement.text)?.[1])
  const newTables = new Set(names.filter((name) => name !== undefined))
  return { file, statements, newTables, isOutside: OUTSIDE.test(text) }
}

/** Without those that are excused. */
export function statementsIn(text: string): Statement[] {
  const statements: Statement[] = []
  let line = 1
  for (const piece of withoutTexts(text).split(';')) {
    const lead = /^(?:\s|--.*(?:\n|$))*/.exec(piece)?.[0] ?? ''
    const plain = piece.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().toLowerCase()
    if (plain !== '' && !EXCUSE.test(lead)) statements.push({ text: plain, line: line + countLines(lead) })
    line += countLines(piece)
  }
  return statements
}

/** Texts and bodies of functions are emptied, and no comment ends a statement; lines keep their numbers. */
const withoutTexts = (text: string): string =>
  text.replace(/--.*$|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/gm, (part) =>
    part.startsWith('--') ? part.replaceAll(';', ' ') : part.replace(/[^\n]/g, ' '),
  )

const countLines = (text: string) => text.split('\n').length - 1

function lookInside({ file, statements, newTables }: Migration, checked: ReadonlySet<string>): Blocking[] {
  const found: Blocking[] = []
  for (const { text, line } of statements) {
    const table = tableOf(text)
    if (table !== undefined && newTables.has(table)) continue
    for (const about of faultsIn(text, checked)) found.push({ file, line, about })
  }
  return found
}

/** Of an index or a change: the table it is about. */
const tableOf = (text: string): string | undefined =>
  /^alter table (?:if exists )?(?:only )?(\S+)/.exec(text)?.[1] ??
  /^create .*?index .*?\bon (?:only )?([^\s(]+)/.exec(text)?.[1] ??
  /^(?:update|delete from|lock(?: table)?|truncate(?: table)?) (?:only )?(\S+)/.exec(text)?.[1]

function faultsIn(text: string, checked: ReadonlySet<string>): string[] {
  const changed = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(text)
  if (!changed) return brokenBy(STATEMENTS, text)
  const [, table = '', actions = ''] = changed
  return actionsIn(actions).flatMap((action) => {
    const column = /^alter (?:column )?(\S+) set not null$/.exec(action)?.[1]
    if (column !== undefined && !checked.has(`${table}.${column}`))
      return ['looks at every row under a lock: validate a check that it is not null before']
    return brokenBy(ACTIONS, action)
  })
}

const brokenBy = (rules: readonly Rule[], text: string): string[] =>
  rules.filter(({ pattern, unless }) => pattern.test(text) && !unless?.test(text)).map(({ about }) => about)

/** A statement may change several things; a comma inside parentheses divides none of them. */
function actionsIn(text: string): string[] {
  const actions = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += character
  }
  return actions.map((action) => action.trim())
}

/** `table.column`: PostgreSQL takes the word of a check that was validated, and looks at no row. */
function columnsKnownToBeSet(migrations: readonly Migration[]): Set<string> {
  const all = migrations.flatMap(({ statements }) => statements.map(({ text }) => text))
  const known = new Set<string>()
  for (const text of all) {
    const [, table, name, column] =
      /^alter table (\S+) add constraint (\S+) check \((\S+) is not null\) not valid$/.exec(text) ?? []
    if (all.includes(`alter table ${table} validate constraint ${name}`)) known.add(`${table}.${column}`)
  }
  return known
}

function lookOutside({ file, statements }: Migration): Blocking[] {
  const found: Blocking[] = []
  const dropped = new Set<string>()
  for (const { text, line } of statements) {
    const gone = /^drop index concurrently if exists (\S+)$/.exec(text)?.[1]
    if (gone !== undefined) dropped.add(gone)
    const made = /^create (?:unique )?index concurrently (\w+)/.exec(text)?.[1]
    if (!ALONE.test(text))
      found.push({ file, line, about: 'only indexes and validations belong outside a transaction' })
    else if (made !== undefined && !dropped.has(made))
      found.push({
        file,
        line,
        about: `a first try may have left it half built: drop index concurrently if exists ${made}`,
      })
  }
  return found
}
