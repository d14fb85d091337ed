import type { Call } from '../../server/test/client.ts'
import type { Answer, HostileWorld } from './hostile-world.ts'

/** Something that a user can make as large as they like. `size` doubles from `from` to `most`. */
export type Shape = {
  name: string
  from: number
  most: number
  /** It is refused at every size; that this costs little is looked at. */
  isWrong?: boolean
  send: (world: HostileWorld, size: number) => Promise<Answer>
}

type Door = (world: HostileWorld, text: string) => Promise<Answer>

export const sent = async (call: Call, method: string, path: string, body?: unknown): Promise<Answer> => {
  const answer = await call(method, path, body)
  return { status: answer.status, text: JSON.stringify(answer.body) ?? '' }
}

export function nested(levels: number, wrap: (inner: string) => string, core: string): string {
  let text = core
  for (let level = 0; level < levels; level++) text = wrap(text)
  return text
}

export const chain = (size: number, part: string, sign: string) => Array(size).fill(part).join(sign)
const listed = (size: number) => Array.from({ length: size }, (_, n) => n).join(',')

/** Conditions in the language of rules and policies. */
const CONDITIONS: Readonly<Record<string, (size: number) => string>> = {
  'nested between': (size) => nested(size, (inner) => `(${inner}) between false and true`, 'a'),
  'nested in': (size) => nested(size, (inner) => `(${inner}) in (true, false)`, 'a'),
  'a sum': (size) => `${chain(size, 'n', '+')} >= 0`,
  'quotients in divisors': (size) => `${nested(size, (inner) => `x/(${inner})`, 'x')} >= 0`,
  'a sum of doubles': (size) => `${chain(size, 'x', '+')} >= 0`,
  'many alternatives': (size) => chain(size, 'a', ' or '),
  'a list': (size) => `n not in (${listed(size)})`,
  'a pattern of classes': (size) => `matches(t, '[\\p{L}\\p{N} ]{${size}}') or true`,
  'nested repetitions': (size) => `matches(t, '(?:(?:[\\pL\\pN]?){1,${size}}x?){1,${size}}') or true`,
  'a pattern of options': (size) => `matches(t, '(?:a?){${size}}(?:a{0,${size}})') or true`,
}

const CONDITION_DOORS: Readonly<Record<string, Door>> = {
  rule: ({ as, at }, expression) =>
    sent(as.editor, 'PUT', `${at}/tables/c/rules`, {
      expected_version: null,
      enforce: 'new',
      rules: [{ kind: 'row', name: 'x', expression }],
    }),
  'row policy': async ({ as, at }, predicate) => {
    const answer = await sent(as.token, 'PUT', `${at}/policies/rows/c`, { predicate })
    if (answer.status < 300) {
      await sent(as.viewer, 'GET', `${at}/tables/c/rows?limit=1`)
      await sent(as.token, 'DELETE', `${at}/policies/rows/c`)
    }
    return answer
  },
}

/** Conditions of OData. */
const FILTERS: Readonly<Record<string, (size: number) => string>> = {
  'nested in': (size) => nested(size, (inner) => `(${inner} in (true,false))`, 'a'),
  'nested in columns': (size) => nested(size, (inner) => `(${inner} in (a,null))`, 'a'),
  'a list': (size) => `n in (${listed(size)})`,
  'a sum': (size) => `${chain(size, 'n', ' add ')} ge 0`,
  'nested not': (size) => nested(size, (inner) => `not (${inner})`, 'a'),
  'nested calls': (size) => `${nested(size, (inner) => `concat(t,${inner})`, 't')} eq 'x'`,
  'many conditions': (size) => chain(size, 'a', ' or '),
  parentheses: (size) => nested(size, (inner) => `(${inner})`, 'a'),
  'a long text': (size) => `t eq '${'x'.repeat(size)}'`,
}

const FILTER_DOORS: Readonly<Record<string, Door>> = {
  $filter: ({ odata }, text) => odata(`/c?$filter=${encodeURIComponent(text)}`),
  $orderby: ({ odata }, text) => odata(`/c?$orderby=${encodeURIComponent(text)}`),
  $apply: ({ odata }, text) => odata(`/c?$apply=${encodeURIComponent(`filter(${text})/aggregate($count as k)`)}`),
}

/** Statements of SQL, at every door that takes one. */
const STATEMENTS: Readonly<Record<string, (size: number) => string>> = {
  'nested between': (size) =>
    `select count(*) from c where ${nested(size, (inner) => `(${inner} between a and a)`, 'a')}`,
  parentheses: (size) => `select ${nested(size, (inner) => `(${inner})`, '1')}`,
  'many columns': (size) => `select ${chain(size, 'n', ', ')} from c`,
  'nested comments': (size) => `select 1 ${'/*'.repeat(size)}`,
  quotes: (size) => `select ${"''".repeat(size)} from c`,
  'dollar quotes': (size) => `select ${'$a$ $b$ '.repeat(size)}`,
  'nested selects': (size) => nested(size, (inner) => `select * from (${inner}) q`, 'select 1 as k'),
  'a long list': (size) => `select count(*) from c where n in (${listed(size)})`,
  'functions of PostgreSQL': (size) => `select ${nested(size, (inner) => `format_type(1, ${inner})`, '1')}`,
  'operators between comments': (size) => `select 1 ${'=/**/'.repeat(size)}`,
  casts: (size) => `select ${nested(size, (inner) => `cast(${inner} as text)`, '1')}`,
  semicolons: (size) => `select 1${';'.repeat(size)}`,
  cases: (size) => `select ${nested(size, (inner) => `case when a then ${inner} end`, '1')} from c`,
}

const STATEMENT_DOORS: Readonly<Record<string, Door>> = {
  query: ({ as, at }, sql) => sent(as.viewer, 'POST', `${at}/query`, { sql, timeout_ms: 2_000 }),
  validate: ({ as, at }, sql) => sent(as.viewer, 'POST', `${at}/query/validate`, { sql }),
  postgres: ({ postgres }, sql) => postgres(sql),
}

/** No statements of SQL that a query may hold, however small. */
const WRONG_STATEMENTS = [
  'nested comments',
  'dollar quotes',
  'operators between comments',
  'quotes',
  'functions of PostgreSQL',
]

const crossed = (
  doors: Readonly<Record<string, Door>>,
  texts: Readonly<Record<string, (size: number) => string>>,
  bounds: { from: number; most: number },
): Shape[] =>
  Object.entries(doors).flatMap(([door, send]) =>
    Object.entries(texts).map(([name, text]) => ({
      name: `${door}: ${name}`,
      ...bounds,
      isWrong: texts === STATEMENTS && WRONG_STATEMENTS.includes(name),
      send: (world: HostileWorld, size: number) => send(world, text(size)),
    })),
  )

/** Every text at every door that takes it. */
export const TEXT_SHAPES: readonly Shape[] = [
  ...crossed(CONDITION_DOORS, CONDITIONS, { from: 5, most: 1_280 }),
  ...crossed(FILTER_DOORS, FILTERS, { from: 5, most: 2_560 }),
  ...crossed(STATEMENT_DOORS, STATEMENTS, { from: 8, most: 16_384 }),
]
