import { TOKEN } from '../calculation/formula-tokens.ts'
import { isPlainFunction } from '../formulas/plain-functions.ts'
import { toR1C1 } from '../xlsx/to-r1c1.ts'

/** Beside functions of their arguments alone: they look at the sheet, or give another value each time. */
const ALSO_WRITTEN: ReadonlySet<string> = new Set(
  'ADDRESS COLUMN INDIRECT ISFORMULA OFFSET RAND RANDBETWEEN ROW STDEVPA TRANSPOSE VARPA'.split(' '),
)

/** Functions younger than the format: files name them with a prefix, and programs do not know them without it. */
const YOUNGER: ReadonlySet<string> = new Set(
  `ARABIC BASE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR CEILING.MATH COMBINA CONCAT COT COVARIANCE.P COVARIANCE.S CSC DAYS DECIMAL FLOOR.MATH
  FORECAST.LINEAR IFNA IFS ISFORMULA ISOWEEKNUM MAXIFS MINIFS MODE.SNGL NETWORKDAYS.INTL NUMBERVALUE PERCENTILE.EXC PERCENTILE.INC QUARTILE.EXC
  QUARTILE.INC RANK.AVG RANK.EQ SEC STDEV.P STDEV.S SWITCH TEXTJOIN UNICHAR UNICODE VAR.P VAR.S WORKDAY.INTL XLOOKUP XMATCH XOR`.split(
    /\s+/,
  ),
)

/** In files of today these have no prefix although they came late. */
const UNMARKED: ReadonlySet<string> = new Set(['NETWORKDAYS.INTL', 'WORKDAY.INTL', 'ISO.CEILING'])

type Fault = 'formula' | 'function' | 'other_file' | 'name'

export type NewFormula = { a1: string } | { code: Fault; message: string }

const refused = (code: Fault, message: string): NewFormula => ({ code, message })

/**
 * A formula as a file may get it. One that is not understood would break the file; one that reaches out of the workbook could carry its
 * cells away when a person opens it. `names` are the ones that the file defines, in lower case.
 */
export function newFormula(text: string, names: ReadonlySet<string>): NewFormula {
  const bare = text.replace(/^\s*=\s*/, '').trim()
  const r1c1 = toR1C1(bare, 0, 0)
  let depth = 0
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < r1c1.length) {
    const token = TOKEN.exec(r1c1)?.groups
    if (!token) return notUnderstood(bare)
    const refusal = refusalOf(token, names)
    if (refusal) return refusal
    if (token.call !== undefined || token.mark === '(') depth++
    if (token.mark === ')') depth--
    if (depth < 0) return notUnderstood(bare)
  }
  return bare === '' || depth !== 0 ? notUnderstood(bare) : { a1: withPrefixes(bare) }
}

function refusalOf(token: Readonly<Record<string, string | undefined>>, names: ReadonlySet<string>): NewFormula | null {
  if (token.sheet?.includes('['))
    return refused('other_file', 'refers to another file, which is not allowed in a formula that is written here')
  if (token.columns !== undefined)
    return refused('formula', 'names columns of a table: name their cells, as in B2:B9, instead')
  if (token.name !== undefined && !names.has(token.name.toLowerCase()))
    return refused('name', `the file has no name ${token.name}`)
  if (token.call !== undefined && !isWritten(token.call))
    return refused('function', `the function ${token.call} cannot be written here`)
  return null
}

const notUnderstood = (text: string): NewFormula =>
  refused('formula', `is not understood: ${text.slice(0, 100)}. Write it in English, with commas, as in SUM(B2:B9)/2`)

const bareName = (name: string) => name.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.)+/, '')

const isWritten = (name: string) => isPlainFunction(name) || ALSO_WRITTEN.has(bareName(name))

const CALL = /"(?:[^"]|"")*"|'(?:[^']|'')*'|([A-Za-z_][\w.]*)(?=\()/g

const withPrefixes = (a1: string) =>
  a1.replace(CALL, (text: string, call?: string) => {
    if (call === undefined) return text
    const name = bareName(call)
    return YOUNGER.has(name) && !UNMARKED.has(name) ? `_xlfn.${name}` : name
  })
