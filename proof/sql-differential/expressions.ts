import type { Dice } from './dice.ts'
import { type Kind, someText } from './values.ts'

/** A column that expressions may name. */
export type Ref = { sql: string; kind: Kind }

/** Puts a value into a statement: as a literal, or as a parameter if the statement has some. */
export type Placeholder = (kind: Kind, text: string) => string

export type Writing = { dice: Dice; refs: readonly Ref[]; depth: number; place: Placeholder }

type Make = { dice: Dice; a: (kind: Kind) => string; small: () => number; literal: (kind: Kind) => string }
type Maker = (make: Make) => string

/** SQL of this kind over the columns. It never fails, whichever rows it is computed for: errors have questions of their own. */
export function expression(writing: Writing, kind: Kind): string {
  const { dice, depth } = writing
  if (depth <= 0 || dice.chance(25)) return leaf(writing, kind)
  const deeper = { ...writing, depth: depth - 1 }
  const make: Make = {
    dice,
    a: (wanted) => expression(deeper, wanted),
    small: () => 1 + dice.below(9),
    literal: (wanted) => writing.place(wanted, someText(dice, wanted)),
  }
  return dice.of([...MAKERS[kind], ...GENERAL.map((general) => (m: Make) => general(m, kind))])(make)
}

function leaf({ dice, refs, place }: Writing, kind: Kind): string {
  const fitting = refs.filter((ref) => ref.kind === kind || FITS[ref.kind] === kind)
  if (fitting.length === 0 || dice.chance(10)) return place(kind, someText(dice, kind === 'bulky' ? 'text' : kind))
  const { sql, kind: found } = dice.of(fitting)
  if (found === 'bulky') return `left(${sql}, ${1 + dice.below(12)})`
  // Sums and products of the largest numbers would not fit any more.
  return found === 'huge' && kind === 'whole' ? `(${sql} % 100003)` : sql
}

/** What may stand for another kind. */
const FITS: Partial<Record<Kind, Kind>> = { bulky: 'text', huge: 'whole', dyadic: 'number' }

const GENERAL: readonly ((make: Make, kind: Kind) => string)[] = [
  ({ a }, kind) => `CASE WHEN ${a('flag')} THEN ${a(kind)} ELSE ${a(kind)} END`,
  ({ a }, kind) => `CASE WHEN ${a('flag')} THEN ${a(kind)} END`,
  ({ a }, kind) => `coalesce(${a(kind)}, ${a(kind)})`,
  ({ a }, kind) => (kind === 'json' ? a(kind) : `nullif(${a(kind)}, ${a(kind)})`),
  ({ a }, kind) => `if(${a('flag')}, ${a(kind)}, ${a(kind)})`,
]

const PARTS = ['year', 'month', 'day', 'quarter', 'isodow', 'week', 'doy'] as const
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const
const COMPARED: readonly Kind[] = [
  'whole',
  'huge',
  'exact',
  'number',
  'text',
  'day',
  'moment',
  'instant',
  'clock',
  'uuid',
]
const COMPARISONS = ['=', '<>', '<', '<=', '>', '>=', 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM'] as const

const whole: readonly Maker[] = [
  ({ a }) => `(${a('whole')}::BIGINT + ${a('whole')})`,
  ({ a }) => `(${a('whole')}::BIGINT - ${a('whole')})`,
  ({ a, small }) => `(${a('whole')}::BIGINT * ${small()})`,
  ({ a, small }) => `(${a('whole')} % ${small()})`,
  ({ a, small }) => `(${a('whole')} // ${small()})`,
  ({ a }) => `abs(${a('whole')}::BIGINT)`,
  ({ a }) => `sign(${a('whole')})::INTEGER`,
  ({ a }) => `length(${a('text')})`,
  ({ a }) => `strlen(${a('text')})`,
  ({ a, dice }) => `date_part('${dice.of(PARTS)}', ${a('day')})`,
  ({ a, dice }) => `date_diff('${dice.of(UNITS)}', ${a('day')}, ${a('day')})`,
  ({ a }) => `extract(hour FROM ${a('moment')})`,
  ({ a }) => `TRY_CAST(${a('text')} AS INTEGER)`,
  ({ a }) => `greatest(${a('whole')}, ${a('whole')})`,
  ({ a }) => `least(${a('whole')}, ${a('whole')})`,
  ({ a }) => `instr(${a('text')}, ${a('text')})`,
  ({ a }) => `json_array_length(${a('json')}, '$.list')::BIGINT`,
  ({ a }) => `(${a('whole')}::BIGINT & 255)`,
  ({ a }) => `bit_count(${a('whole')}::BIGINT)::INTEGER`,
  ({ a }) => `levenshtein(${a('text')}, ${a('text')})`,
  ({ a }) => `len(string_split(${a('text')}, ' '))`,
]

const text: readonly Maker[] = [
  ({ a, dice }) => `${dice.of(['upper', 'lower', 'trim', 'reverse', 'md5', 'strip_accents', 'ltrim'])}(${a('text')})`,
  ({ a, small, dice }) => `${dice.of(['left', 'right'])}(${a('text')}, ${small()})`,
  ({ a, small }) => `substring(${a('text')}, ${small()}, ${small()})`,
  ({ a }) => `(${a('text')} || ${a('text')})`,
  ({ a }) => `concat_ws('-', ${a('text')}, ${a('whole')}, ${a('day')})`,
  ({ a, literal }) => `replace(${a('text')}, ${literal('text')}, 'R')`,
  ({ a, small }) => `lpad(${a('text')}, ${small()}, '.')`,
  ({ a, small }) => `split_part(${a('text')}, ' ', ${small()})`,
  ({ a }) => `regexp_replace(${a('text')}, '[aeiou]+', '*', 'g')`,
  ({ a }) => `regexp_extract(${a('text')}, '([a-z]+) ([0-9]+)', 2)`,
  ({ a }) => `${a('whole')}::VARCHAR`,
  ({ a }) => `${a('exact')}::VARCHAR`,
  ({ a }) => `CAST(${a('flag')} AS VARCHAR)`,
  ({ a }) => `CAST(${a('uuid')} AS VARCHAR)`,
  ({ a }) => `strftime(${a('day')}, '%Y/%m/%d %a')`,
  ({ a }) => `strftime(${a('moment')}, '%H:%M:%S.%f')`,
  ({ a }) => `dayname(${a('day')})`,
  ({ a }) => `(${a('json')} ->> '$.b')`,
  ({ a }) => `json_type(${a('json')})`,
  ({ a }) => `format('{}:{}', ${a('whole')}, ${a('text')})`,
  ({ a }) => `array_to_string(list_sort(string_split(${a('text')}, ' ')), '+')`,
  ({ a, small }) => `repeat(left(${a('text')}, 5), ${small()})`,
  ({ a }) => `hex(${a('text')})`,
  ({ a }) => `printf('%05d', ${a('whole')}::BIGINT)`,
]

const flag: readonly Maker[] = [
  ({ a, dice }) => {
    const kind = dice.of(COMPARED)
    return `(${a(kind)} ${dice.of(COMPARISONS)} ${a(kind)})`
  },
  ({ a, dice, literal }) => {
    const kind = dice.of(COMPARED)
    return `(${a(kind)} ${dice.of(['=', '<', '>='])} ${literal(kind)})`
  },
  ({ a, dice, literal }) => {
    const kind = dice.of(COMPARED)
    return `(${a(kind)} ${dice.of(['IN', 'NOT IN'])} (${literal(kind)}, ${literal(kind)}, ${literal(kind)}))`
  },
  ({ a, dice, literal }) => {
    const kind = dice.of(COMPARED)
    return `(${a(kind)} BETWEEN ${literal(kind)} AND ${literal(kind)})`
  },
  ({ a, dice }) => `(${a(dice.of([...COMPARED, 'json', 'flag']))} IS ${dice.of(['', 'NOT '])}NULL)`,
  ({ a }) => `(${a('flag')} AND ${a('flag')})`,
  ({ a }) => `(${a('flag')} OR ${a('flag')})`,
  ({ a }) => `(NOT ${a('flag')})`,
  ({ a, dice }) =>
    `(${a('text')} ${dice.of(['LIKE', 'ILIKE', 'NOT LIKE'])} '${dice.of(['a%', '%e%', '_', '%東%', '% %'])}')`,
  ({ a }) => `regexp_matches(${a('text')}, '^[a-z]+')`,
  ({ a, literal }) => `${'starts_with'}(${a('text')}, ${literal('text')})`,
  ({ a, literal }) => `contains(${a('text')}, ${literal('text')})`,
  ({ a }) => `json_exists(${a('json')}, '$.a')`,
  ({ a, literal }) => `list_contains([${a('text')}, ${a('text')}], ${literal('text')})`,
]

const exact: readonly Maker[] = [
  ({ a }) => `(${a('exact')} + ${a('exact')})::DECIMAL(38,2)`,
  ({ a }) => `(${a('exact')} - ${a('exact')})::DECIMAL(38,2)`,
  ({ a, small }) => `(${a('exact')}::DECIMAL(18,2) * ${small()})::DECIMAL(18,2)`,
  ({ a }) => `abs(${a('exact')})`,
  ({ a }) => `${a('whole')}::DECIMAL(20,2)`,
  ({ a, dice }) => `round(${a('exact')}, ${dice.below(2)})::DECIMAL(38,2)`,
]

const dyadic: readonly Maker[] = [
  ({ a }) => `(${a('dyadic')} + ${a('dyadic')})`,
  ({ a }) => `(${a('dyadic')} - ${a('dyadic')})`,
  ({ a, small }) => `(${a('dyadic')} * ${small()})`,
  ({ a }) => `CAST(${a('whole')} AS DOUBLE)`,
]

const number: readonly Maker[] = [
  ...dyadic,
  ({ a }) => `sqrt(abs(${a('dyadic')}))`,
  ({ a, dice }) => `(round(${a('dyadic')}, ${dice.below(3)}) + 0)`,
  ({ a }) => `ln(abs(${a('dyadic')}) + 1)`,
  ({ a, small }) => `(${a('exact')} / ${small()})`,
  ({ a, small }) => `(${a('number')} / ${small()})`,
  ({ a }) => `floor(abs(${a('dyadic')}))`,
  ({ a }) => `TRY_CAST(${a('text')} AS DOUBLE)`,
  ({ a }) => `(${a('whole')} / nullif(${a('whole')}, 0))`,
]

const day: readonly Maker[] = [
  ({ a, small }) => `(${a('day')} + ${small()})`,
  ({ a, dice, small }) =>
    `CAST(${a('day')} + INTERVAL ${small()} ${dice.of(['DAY', 'WEEK', 'MONTH', 'YEAR'])} AS DATE)`,
  ({ a, dice }) => `CAST(date_trunc('${dice.of(UNITS)}', ${a('day')}) AS DATE)`,
  ({ a }) => `last_day(${a('day')})`,
  ({ a }) => `CAST(${a('moment')} AS DATE)`,
  ({ a }) => `TRY_CAST(${a('text')} AS DATE)`,
  ({ a }) => `make_date(2000 + abs(${a('whole')}::BIGINT % 30), 1 + abs(${a('whole')}::BIGINT % 12), 1)`,
]

const moment: readonly Maker[] = [
  ({ a, dice, small }) => `(${a('moment')} + INTERVAL ${small()} ${dice.of(['SECOND', 'HOUR', 'DAY', 'MONTH'])})`,
  ({ a, dice }) => `date_trunc('${dice.of(['minute', 'hour', 'day', 'month'])}', ${a('moment')})`,
  ({ a }) => `CAST(${a('day')} AS TIMESTAMP)`,
  ({ a, dice }) => `(${a('instant')} AT TIME ZONE '${dice.of(['UTC', 'Asia/Tokyo', 'Europe/Zurich'])}')`,
  ({ a, small }) => `time_bucket(INTERVAL '${small()} days', ${a('moment')})`,
]

const instant: readonly Maker[] = [
  ({ a, dice, small }) => `(${a('instant')} + INTERVAL ${small()} ${dice.of(['MINUTE', 'DAY'])})`,
  ({ a }) => `date_trunc('day', ${a('instant')})`,
  ({ a, dice }) => `(${a('moment')} AT TIME ZONE '${dice.of(['UTC', 'America/New_York'])}')`,
]

const json: readonly Maker[] = [
  ({ a, dice }) => `(${a('json')} -> '$.${dice.of(['a', 'b', 'list', 'b.c', 'list[0]'])}')`,
  ({ a }) => `json_object('k', ${a('whole')}, 't', ${a('text')}, 'f', ${a('flag')})`,
  ({ a }) => `json_array(${a('whole')}, ${a('text')})`,
  ({ a }) => `to_json(${a('text')})`,
  ({ a }) => `json_keys(${a('json')})::JSON`,
]

const none: readonly Maker[] = []

const MAKERS: Readonly<Record<Kind, readonly Maker[]>> = {
  whole,
  huge: none,
  exact,
  dyadic,
  number,
  text,
  bulky: none,
  flag,
  day,
  clock: [({ a }) => `CAST(${a('moment')} AS TIME)`],
  moment,
  instant,
  uuid: none,
  json,
}
