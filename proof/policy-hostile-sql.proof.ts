import { randomBytes } from 'node:crypto'
import { type RunningService, runService } from '../server/test/start-service.ts'
import {
  type Door,
  hiddenODataPaths,
  hiddenPaths,
  odataDoor,
  pathDoor,
  postgresDoor,
  queryDoor,
  type Said,
  transformDoor,
  validateDoor,
} from './policy-hostile-sql/doors.ts'
import { type Names, newTables, type Tables } from './policy-hostile-sql/governed-tables.ts'
import { shownOfMade } from './policy-hostile-sql/made-of-hidden.ts'
import { generatedStatements, givenSequences } from './policy-hostile-sql/statements.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const GENERATED = 500
/** A transform starts a process of its own: so many of them are asked that way, evenly taken. */
const AS_TRANSFORMS = { short: 60, long: 500 }
const SEED = 20261115
const AT_ONCE = 3
const MOST_EXAMPLES = 20
/** What the catalog tells about tables and columns, without numbers that are others in each workbook. */
const CATALOG = [
  'SELECT table_name, column_name, data_type, ordinal_position FROM information_schema.columns ORDER BY 1, 4',
  'SELECT c.relname, a.attname, a.attnum FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid ORDER BY 1, 3',
  'SELECT description FROM pg_description ORDER BY 1',
  "SELECT attname FROM pg_attribute WHERE attname LIKE 'qz%' OR attname IN ('ssn', 'salary')",
]
/** Where counts, extremes, distinct values and orders of rows show. */
const ROW_PATHS = [
  '/rows', '/rows?count=true', '/rows?order_by=-amount&limit=2', '/rows?order_by=d&limit=2', '/rows/13', '/profile', '/schema',
  '/values?column=dept', '/values?column=name', '/find?text=no', '/rows?format=csv', '/rows?offset=11',
].map((path) => `/tables/people${path}`) // biome-ignore format: a list
/** Of each twin, where the two answered differently. */
const MORE_ANSWERS = 4

/**
 * Two workbooks that differ in nothing but their hidden cells are asked the same. Nothing hidden may be in an answer, and
 * no answer may be another one than that of the twin: then it depends on what must not be known.
 */
export const proof: Proof = {
  promise:
    'No SQL, filter, order or transform tells anything of what a policy hides, neither its values nor about them',
  isQuick: false,
  minutes: 12,
  about: ['server/src/core/policies', 'server/src/engine/duckdb-program/gate'],
  measure: (options) => inService((service) => askAll(service, options, true)),
  // Without policies: what leaks and differs then would have been noticed.
  control: (options) => inService((service) => askAll(service, options, false)),
  holds: ({ leaks, differences, shown, failures, statements, answered }) =>
    Number(statements) > GENERATED &&
    Number(answered) > GENERATED &&
    [leaks, differences, shown, failures].every((count) => count === 0),
}

async function inService(work: (service: RunningService) => Promise<Figures>): Promise<Figures> {
  const pg = {
    host: '127.0.0.1',
    port: 0,
    tls: null,
    connections: 100,
    connectionsPerCredential: 100,
    messageBytes: 2 ** 26,
  }
  const service = await runService({ settings: { pg } })
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

type Twins = readonly [Tables, Tables]
type Count = {
  asked: number
  answered: number
  leaks: number
  differences: number
  undecided: number
  failures: number
  examples: string[]
}

async function askAll(service: RunningService, { isLong, say }: ProofOptions, isGoverned: boolean): Promise<Figures> {
  const at = { url: service.urls[0] ?? '', pgPort: service.apis[0]?.pgPort ?? 0 }
  const salt = randomBytes(3).toString('hex')
  // Statements of the given lists name `ssn` and `salary`; a denied name that is not public is a canary itself.
  const names: Names = { masked: 'salary', maskedText: 'street', denied: 'ssn', deniedText: `qz${salt}phone` }
  const twins: Twins = [await newTables(at, names, 0, { isGoverned }), await newTables(at, names, 1, { isGoverned })]
  const some = { isGoverned, hasHiddenRows: true }
  const ofSomeRows: Twins = [await newTables(at, names, 2, some), await newTables(at, names, 3, some)]
  const generated = generatedStatements(names, GENERATED, SEED)
  const given = givenSequences()
  const each = generated.map((sql) => [sql])
  const step = Math.ceil(each.length / (isLong ? AS_TRANSFORMS.long : AS_TRANSFORMS.short))
  const paths = Object.values(names).flatMap(hiddenPaths)
  const odata = Object.values(names)
    .flatMap(hiddenODataPaths)
    .map((path) => [path])
  const rounds: [Door, readonly (readonly string[])[], Twins?][] = [
    [queryDoor, [...given, ...each]],
    [validateDoor, [...given, ...each]],
    [postgresDoor, [...given, ...each, ...CATALOG.map((sql) => [sql])]],
    [pathDoor, paths.map((path) => [path])],
    [odataDoor, odata],
    [transformDoor, each.filter((_, n) => n % step === 0)],
    [{ ...queryDoor, name: 'query of some rows' }, each, ofSomeRows],
    [{ ...postgresDoor, name: 'postgres of some rows' }, each.filter((_, n) => n % 5 === 0), ofSomeRows],
    [{ ...pathDoor, name: 'paths of some rows' }, [...paths, ...ROW_PATHS].map((path) => [path]), ofSomeRows],
    [{ ...odataDoor, name: 'odata of some rows' }, [...odata, ['/people?$count=true'], ['/people/$count']], ofSomeRows],
  ]
  const counts: Record<string, Count> = {}
  for (const [door, sequences, asked = twins] of rounds) {
    counts[door.name] = await askTwins(asked, door, sequences)
    say(
      `${door.name}: ${JSON.stringify({ ...counts[door.name], examples: isGoverned ? counts[door.name]?.examples : [] })}`,
    )
  }
  const made = await shownOfMade(twins[0])
  const all = Object.values(counts)
  const sum = (of: (count: Count) => number) => all.reduce((total, count) => total + of(count), 0)
  return {
    statements: generated.length + given.length,
    asked: sum(({ asked }) => asked),
    answered: sum(({ answered }) => answered),
    leaks: sum(({ leaks }) => leaks),
    differences: sum(({ differences }) => differences),
    undecided: sum(({ undecided }) => undecided),
    failures: sum(({ failures }) => failures),
    tables_made_of_hidden: made.tables,
    shown: made.shown,
    by_door: Object.fromEntries(
      Object.entries(counts).map(([name, { asked, answered, leaks }]) => [name, { asked, answered, leaks }]),
    ),
    examples: [...all.flatMap(({ examples }) => examples), ...made.examples].slice(0, MOST_EXAMPLES),
  }
}

async function askTwins(twins: Twins, door: Door, sequences: readonly (readonly string[])[]): Promise<Count> {
  const count: Count = { asked: 0, answered: 0, leaks: 0, differences: 0, undecided: 0, failures: 0, examples: [] }
  const waiting = [...sequences]
  // A transform of one name is there once: they are asked one after another.
  const workers = door === transformDoor ? 1 : AT_ONCE
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await askBoth(twins, door, next, count)
  }
  await Promise.all(Array.from({ length: workers }, work))
  return count
}

async function askBoth(twins: Twins, door: Door, sequence: readonly string[], count: Count) {
  const [one, other] = twins
  const [said, otherwise] = await Promise.all([door.ask(one, sequence), door.ask(other, sequence)])
  const leaked = [...said.leaked, ...otherwise.leaked, ...namesRevealed(one, said, sequence)]
  count.asked += 2 * sequence.length
  count.answered += said.answered + otherwise.answered
  count.leaks += leaked.length
  count.failures += said.failures + otherwise.failures
  const verdict = said.text === otherwise.text ? 'alike' : await judge(twins, door, sequence, [said, otherwise])
  if (verdict === 'undecided') count.undecided++
  if (verdict === 'other') count.differences++
  const isGuilty = leaked.length + said.failures + otherwise.failures > 0 || verdict === 'other'
  if (isGuilty && count.examples.length < MOST_EXAMPLES)
    count.examples.push(
      `${door.name}: ${sequence.join('; ').slice(0, 200)} → ${String(leaked[0] ?? said.text.slice(0, 200))}`,
    )
}

/**
 * Two answers that differ. Rows without an order come in several, so both are asked again: alike, if both can answer the
 * same; undecided, if one of them answers otherwise each time and they never meet.
 */
async function judge(twins: Twins, door: Door, sequence: readonly string[], first: readonly [Said, Said]) {
  const texts = first.map(({ text }) => new Set([text]))
  for (let n = 0; n < MORE_ANSWERS; n++)
    for (const [twin, tables] of twins.entries()) texts[twin]?.add((await door.ask(tables, sequence)).text)
  const [ours = new Set<string>(), theirs = new Set<string>()] = texts
  if ([...ours].some((text) => theirs.has(text))) return 'alike'
  return ours.size === 1 && theirs.size === 1 ? 'other' : 'undecided'
}

/** The name of a denied column, unless the statement contains it. */
function namesRevealed({ names }: Tables, { text }: Said, sequence: readonly string[]): string[] {
  const secret = names.deniedText.slice(0, -1)
  return text.includes(secret) && !sequence.join().includes(secret) ? [names.deniedText] : []
}
