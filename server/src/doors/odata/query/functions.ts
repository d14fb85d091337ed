import type { Expression, FunctionName } from '../../../engine/reading/expression-sql.ts'
import { invalidOData, unsupportedOData } from '../odata.errors.ts'
import { momentOf } from './literal.ts'
import type { Parsed } from './parse-expression.ts'
import { EDM_WORDS, isMoment, isNumber, type Typed, type ValueType } from './value-type.ts'

type Kind = 'text' | 'number' | 'whole' | 'day' | 'clock' | 'moment'

const ACCEPTS: Readonly<Record<Kind, (type: ValueType) => boolean>> = {
  text: (type) => type === 'string',
  number: isNumber,
  whole: (type) => type === 'int',
  day: (type) => type === 'date' || isMoment(type),
  clock: (type) => type === 'time' || isMoment(type),
  moment: isMoment,
}

const WORDS: Readonly<Record<Kind, string>> = {
  text: 'a text',
  number: 'a number',
  whole: 'a whole number',
  day: 'a date',
  clock: 'a time',
  moment: 'a date and time',
}

/** `as` is the function that computes it; `same`: the result has the type of the argument. */
type Signature = { args: readonly Kind[]; as: FunctionName; type: ValueType | 'same' }

const FUNCTIONS: ReadonlyMap<string, readonly Signature[]> = new Map(
  Object.entries({
    contains: [{ args: ['text', 'text'], as: 'contains', type: 'boolean' }],
    startswith: [{ args: ['text', 'text'], as: 'starts_with', type: 'boolean' }],
    endswith: [{ args: ['text', 'text'], as: 'ends_with', type: 'boolean' }],
    length: [{ args: ['text'], as: 'length', type: 'int' }],
    indexof: [{ args: ['text', 'text'], as: 'index_of', type: 'int' }],
    substring: [
      { args: ['text', 'whole'], as: 'substring', type: 'string' },
      { args: ['text', 'whole', 'whole'], as: 'substring_of', type: 'string' },
    ],
    tolower: [{ args: ['text'], as: 'lower', type: 'string' }],
    toupper: [{ args: ['text'], as: 'upper', type: 'string' }],
    trim: [{ args: ['text'], as: 'trim', type: 'string' }],
    concat: [{ args: ['text', 'text'], as: 'concat', type: 'string' }],
    year: [{ args: ['day'], as: 'year', type: 'int' }],
    month: [{ args: ['day'], as: 'month', type: 'int' }],
    day: [{ args: ['day'], as: 'day', type: 'int' }],
    hour: [{ args: ['clock'], as: 'hour', type: 'int' }],
    minute: [{ args: ['clock'], as: 'minute', type: 'int' }],
    second: [{ args: ['clock'], as: 'second', type: 'int' }],
    round: [{ args: ['number'], as: 'round', type: 'same' }],
    floor: [{ args: ['number'], as: 'floor', type: 'same' }],
    ceiling: [{ args: ['number'], as: 'ceiling', type: 'same' }],
  } satisfies Record<string, Signature[]>),
)

type FunctionContext = { option: string; now: Date }

/** A call with the arguments it is given, or why there is none like it. */
export function callFunction(
  { name, at }: Extract<Parsed, { kind: 'call' }>,
  args: readonly Typed[],
  place: FunctionContext,
): Typed {
  if (name === 'now' && args.length === 0) return momentOf(place.now)
  if (name === 'date' || name === 'time') return partOfMoment(name, at, args, place)
  const signatures = FUNCTIONS.get(name)
  if (!signatures) throw unsupportedOData(`The function ${name}`)
  const signature = signatures.find((one) => one.args.length === args.length)
  if (!signature) throw invalidOData(`${name} takes ${counts(signatures)} arguments.`, place.option, at)
  const given = args.map((arg, n) => accepted(arg, signature.args[n] ?? 'text', name, at, place))
  const type = signature.type === 'same' ? (args[0]?.type ?? 'int') : signature.type
  return { value: { kind: 'call', function: signature.as, args: given }, type: type === 'null' ? 'int' : type }
}

const counts = (signatures: readonly Signature[]) => signatures.map(({ args }) => args.length).join(' or ')

const NULL_AS = {
  text: 'VARCHAR',
  number: 'INTEGER',
  whole: 'INTEGER',
  day: 'DATE',
  clock: 'TIME',
  moment: 'TIMESTAMP',
} as const satisfies Record<Kind, string>

function accepted(arg: Typed, kind: Kind, name: string, at: number, { option }: FunctionContext): Expression {
  if (arg.type === 'null') return { kind: 'cast', value: arg.value, to: { name: NULL_AS[kind] } }
  if (!ACCEPTS[kind](arg.type))
    throw invalidOData(`${name} takes ${WORDS[kind]}, not ${EDM_WORDS[arg.type]}.`, option, at)
  return inUtc(arg)
}

/** Parts of a moment are those that the clock of UTC shows. */
const inUtc = ({ value, type }: Typed): Expression =>
  type === 'zoned' ? { kind: 'call', function: 'in_utc', args: [value] } : value

function partOfMoment(name: 'date' | 'time', at: number, args: readonly Typed[], place: FunctionContext): Typed {
  const [arg, ...others] = args
  if (!arg || others.length > 0) throw invalidOData(`${name} takes 1 argument.`, place.option, at)
  const value = accepted(arg, name === 'date' ? 'day' : 'clock', name, at, place)
  return { value: { kind: 'cast', value, to: { name: name === 'date' ? 'DATE' : 'TIME' } }, type: name }
}
