import type { Dice } from './dice.ts'
import type { Placeholder } from './expressions.ts'
import type { Kind } from './values.ts'

export type Parameter = string | number | boolean | null

/** `isOrdered`: rows have one order only; those of other queries are compared without one. */
export type QueryRequest = {
  sql: string
  params: Parameter[] | Record<string, Parameter>
  isOrdered: boolean
}

/** Values are marked in the SQL and numbered when it is whole: parts are not written in the order in which they stand. */
export function parameters(dice: Dice, style: 'none' | 'places' | 'names') {
  const held: { value: Parameter; type: string }[] = []
  const place: Placeholder = (kind, text) => {
    if (style === 'none' || !PARAMETERS[kind] || dice.chance(60)) return literal(kind, text)
    // Without a type a value takes the one that is wanted where it stands.
    const type = dice.chance(25) ? '' : `::${TYPES[kind]}`
    held.push({ value: dice.chance(10) ? null : PARAMETERS[kind](text), type })
    return `⟦${held.length - 1}⟧`
  }
  const finish = (sql: string, isOrdered: boolean): QueryRequest => {
    const list: Parameter[] = []
    const named: Record<string, Parameter> = {}
    const written = sql.replace(/⟦(\d+)⟧/g, (_, n: string) => {
      const { value = null, type = '' } = held[Number(n)] ?? {}
      if (style === 'names') named[`p${n}`] = value
      else list.push(value)
      return `${style === 'names' ? `$p${n}` : '?'}${type}`
    })
    return { sql: written, params: style === 'names' ? named : list, isOrdered }
  }
  return { place, finish }
}

const TYPES: Readonly<Record<Kind, string>> = {
  whole: 'BIGINT', huge: 'BIGINT', exact: 'DECIMAL(18,2)', dyadic: 'DOUBLE', number: 'DOUBLE', text: 'VARCHAR', bulky: 'VARCHAR',
  flag: 'BOOLEAN', day: 'DATE', clock: 'TIME', moment: 'TIMESTAMP', instant: 'TIMESTAMPTZ', uuid: 'UUID', json: 'JSON',
} // biome-ignore format: a table

const PARAMETERS: Partial<Record<Kind, (text: string) => Parameter>> = {
  whole: Number,
  dyadic: Number,
  text: (text) => text,
  flag: (text) => text === 'true',
  day: (text) => text,
  exact: (text) => text,
  moment: (text) => text,
  uuid: (text) => text,
}

function literal(kind: Kind, text: string): string {
  if (kind === 'whole' || kind === 'flag') return text.startsWith('-') ? `(${text})` : text
  const quoted = `'${text.replaceAll("'", "''")}'`
  return kind === 'text' || kind === 'bulky' ? quoted : `${quoted}::${TYPES[kind]}`
}
