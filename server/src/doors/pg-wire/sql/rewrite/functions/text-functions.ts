import { ANY, BOOL, FLOAT8, INT4, listOf, type PgType, TEXT, TIMESTAMPTZ } from '../../pg-type.ts'
import { cast, settled, textOf } from '../casts.ts'
import { extractSql, replaceSql } from '../patterns.ts'
import { noFunction, unsupported } from '../refusals.ts'
import type { Rewriting } from '../rewriting.ts'
import { raise, type Typed } from '../typed.ts'
import type { Signature } from './signature.ts'

const fn = (args: readonly PgType[], result: PgType, sql: (...args: string[]) => string): Signature => ({
  args,
  result,
  sql,
})
const call =
  (name: string) =>
  (...args: string[]) =>
    `${name}(${args.join(', ')})`

const length = [fn([TEXT], INT4, call('length'))]
/** greatest() would pass over NULL, which makes the whole call NULL in PostgreSQL. */
const atLeast = (value: string, least: number) => `CASE WHEN ${value} < ${least} THEN ${least} ELSE ${value} END`

const [T2, T3] = [
  [TEXT, TEXT],
  [TEXT, TEXT, TEXT],
]

/** The engine counts a place below 1 from the end; in PostgreSQL it lies before the beginning. */
const cut = [
  fn([TEXT, INT4], TEXT, (text = '', from = '') => `substring(${text}, ${atLeast(from, 1)})`),
  fn([TEXT, INT4, INT4], TEXT, (text = '', from = '', count = '') => {
    const begin = atLeast(from, 1)
    const upTo = atLeast(`${from} + ${count} - ${begin}`, 0)
    const wrong = raise('negative substring length not allowed')
    return `CASE WHEN ${count} < 0 THEN ${wrong} ELSE substring(${text}, ${begin}, ${upTo}) END`
  }),
]

const padded = (name: string) => [
  fn([TEXT, INT4], TEXT, (text, width = '') => `${name}(${text}, ${atLeast(width, 0)}, ' ')`),
  fn([TEXT, INT4, TEXT], TEXT, (text, width = '', fill) => {
    const most = atLeast(width, 0)
    const some = `CASE WHEN ${fill} = '' THEN ' ' ELSE ${fill} END`
    return `CASE WHEN ${fill} = '' THEN left(${text}, ${most}) ELSE ${name}(${text}, ${most}, ${some}) END`
  }),
]

/** Letters that have a capital of their own only in the engine. */
const upper = (text = '') => `replace(upper(${text}), 'ẞ', 'ß')`

export const TEXT_FUNCTIONS: Readonly<Record<string, readonly Signature[]>> = {
  length,
  char_length: length,
  character_length: length,
  octet_length: [fn([TEXT], INT4, call('strlen'))],
  bit_length: [fn([TEXT], INT4, call('bit_length'))],
  lower: [fn([TEXT], TEXT, call('lower'))],
  upper: [fn([TEXT], TEXT, upper)],
  left: [fn([TEXT, INT4], TEXT, call('left'))],
  right: [fn([TEXT, INT4], TEXT, call('right'))],
  substr: cut,
  substring: cut,
  // position('o' in x) has its operands in this order in the tree.
  position: [fn(T2, INT4, call('strpos'))],
  strpos: [fn(T2, INT4, call('strpos'))],
  replace: [
    fn(T3, TEXT, (text, from, to) => `CASE WHEN ${from} = '' THEN ${text} ELSE replace(${text}, ${from}, ${to}) END`),
  ],
  btrim: [fn([TEXT], TEXT, call('trim')), fn(T2, TEXT, call('trim'))],
  ltrim: [fn([TEXT], TEXT, call('ltrim')), fn(T2, TEXT, call('ltrim'))],
  rtrim: [fn([TEXT], TEXT, call('rtrim')), fn(T2, TEXT, call('rtrim'))],
  lpad: padded('lpad'),
  rpad: padded('rpad'),
  repeat: [fn([TEXT, INT4], TEXT, call('repeat'))],
  reverse: [fn([TEXT], TEXT, call('reverse'))],
  ascii: [fn([TEXT], INT4, (text) => `CASE WHEN ${text} = '' THEN 0 ELSE ascii(${text}) END`)],
  chr: [
    fn(
      [INT4],
      TEXT,
      (code) => `chr(CASE WHEN ${code} = 0 THEN ${raise('null character not permitted')} ELSE ${code} END)`,
    ),
  ],
  md5: [fn([TEXT], TEXT, call('md5'))],
  starts_with: [fn(T2, BOOL, call('starts_with'))],
  translate: [fn(T3, TEXT, call('translate'))],
  overlay: [
    fn([TEXT, TEXT, INT4], TEXT, (text, by, from) => overlaid(text, by, from, `length(${by})`)),
    fn([TEXT, TEXT, INT4, INT4], TEXT, overlaid),
  ],
  quote_ident: [
    fn(
      [TEXT],
      TEXT,
      (name) =>
        `CASE WHEN regexp_full_match(${name}, '[a-z_][a-z0-9_]*') THEN ${name} ELSE '"' || replace(${name}, '"', '""') || '"' END`,
    ),
  ],
  quote_literal: [fn([TEXT], TEXT, (text) => `('''' || replace(${text}, '''', '''''') || '''')`)],
  array_to_string: [
    fn([listOf(TEXT), TEXT], TEXT, (list, by) => {
      const joined = `coalesce(array_to_string(${list}, ${by}), '')`
      return `CASE WHEN ${list} IS NULL OR ${by} IS NULL THEN NULL ELSE ${joined} END`
    }),
  ],
}

function overlaid(text = '', by = '', from = '', count = ''): string {
  const wrong = raise('negative substring length not allowed')
  return `CASE WHEN ${from} <= 0 THEN ${wrong} ELSE left(${text}, ${from} - 1) || ${by} || substring(${text}, ${atLeast(`${from} + ${count}`, 1)}) END`
}

/** Functions whose meaning hangs on a literal, or that take any type. Undefined: the signatures decide. */
export function textFunction(
  rewriting: Rewriting,
  name: string,
  args: readonly Typed[],
  place: number,
): Typed | undefined {
  const { parameters } = rewriting
  const as = (arg: Typed | undefined, type: PgType) => {
    if (!arg)
      throw noFunction(
        name,
        args.map((each) => each.type),
        place,
      )
    return cast(arg, type, parameters)
  }
  const [first, second] = args
  switch (name) {
    case 'concat':
    case 'concat_ws':
      return { sql: `${name}(${args.map((arg) => shownText(settled(arg, parameters))).join(', ')})`, type: TEXT, place }
    case 'substring':
    case 'substr':
      if (args.length !== 2 || !second || !['text', 'unknown'].includes(second.type.name)) return undefined
      return { sql: extractSql(as(first, TEXT).sql, as(second, TEXT)), type: TEXT, place }
    case 'regexp_replace':
      return {
        sql: replaceSql(
          args.map((arg) => as(arg, TEXT)),
          place,
        ),
        type: TEXT,
        place,
      }
    case 'split_part':
      return splitPart(args, (arg, type) => as(arg, type), place)
    case 'string_to_array':
      return listed(args, (arg, type) => as(arg, type), place)
    case 'to_timestamp':
      if (args.length !== 1) return undefined
      return { sql: `to_timestamp(${as(first, FLOAT8).sql})`, type: TIMESTAMPTZ, place }
    default:
      return undefined
  }
}

/** concat writes booleans by their letters. */
const shownText = (typed: Typed) =>
  typed.type.name === 'bool' ? `CASE WHEN ${typed.sql} THEN 't' WHEN NOT ${typed.sql} THEN 'f' END` : textOf(typed)

type As = (arg: Typed | undefined, type: PgType) => Typed

function splitPart([text, by, part]: readonly Typed[], as: As, place: number): Typed {
  const [number, delimiter] = [as(part, INT4), as(by, TEXT)]
  if (!/^-?[1-9]\d*$/.test(part?.literal ?? '') || typeof by?.literal !== 'string' || by.literal === '')
    throw unsupported('split_part without literals', place, "Write split_part(x, '-', 2).")
  return { sql: `split_part(${as(text, TEXT).sql}, ${delimiter.sql}, ${number.sql})`, type: TEXT, place }
}

function listed([text, by, ...others]: readonly Typed[], as: As, place: number): Typed {
  const [whole, delimiter] = [as(text, TEXT).sql, as(by, TEXT).sql]
  if (others.length > 0 || typeof by?.literal !== 'string' || by.literal === '')
    throw unsupported('string_to_array without a literal between the items', place, "Write string_to_array(x, ',').")
  const sql = `CASE WHEN ${whole} = '' THEN CAST([] AS VARCHAR[]) ELSE string_split(${whole}, ${delimiter}) END`
  return { sql, type: listOf(TEXT), place }
}

export const LIST_FUNCTIONS: Readonly<Record<string, readonly Signature[]>> = {
  array_length: [
    fn([listOf(ANY), INT4], INT4, (list, dimension) => `CASE WHEN ${dimension} = 1 THEN nullif(len(${list}), 0) END`),
  ],
  array_upper: [
    fn([listOf(ANY), INT4], INT4, (list, dimension) => `CASE WHEN ${dimension} = 1 THEN nullif(len(${list}), 0) END`),
  ],
  array_lower: [
    fn([listOf(ANY), INT4], INT4, (list, dimension) => `CASE WHEN ${dimension} = 1 AND len(${list}) > 0 THEN 1 END`),
  ],
  cardinality: [fn([listOf(ANY)], INT4, call('len'))],
}
