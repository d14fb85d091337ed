import { invalidOData, unsupportedOData } from '../odata.errors.ts'
import type { Token, TokenKind, TokenReader } from './tokens.ts'

/** An expression as it is written. Names and types are not looked at yet. */
export type Parsed = { at: number } & (
  | { kind: 'name'; name: string }
  | { kind: 'literal'; form: LiteralForm; text: string }
  | { kind: 'call'; name: string; args: readonly Parsed[] }
  | { kind: 'binary'; operator: string; left: Parsed; right: Parsed }
  | { kind: 'and' | 'or'; parts: readonly Parsed[] }
  | { kind: 'not' | 'negate'; part: Parsed }
  | { kind: 'in'; value: Parsed; items: readonly Parsed[] }
)
export type LiteralForm = Exclude<TokenKind, 'name' | 'sign' | 'end'> | 'word'

const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge']
const SUMS = ['add', 'sub']
const PRODUCTS = ['mul', 'div', 'divby', 'mod']
const WORDS = ['null', 'true', 'false']

/** Deeper ones are refused before they fill the stack, here or in the engine. */
const MOST_DEPTH = 60
const MOST_PARTS = 2_000
const MOST_OPERATIONS = 300

/** Parts of `$filter`, `$orderby` and `$apply`: precedence as OData has it, from `or` down to names and literals. */
export class ExpressionParser {
  readonly #reader: TokenReader
  #depth = 0
  #parts = 0
  #operations = 0

  constructor(reader: TokenReader) {
    this.#reader = reader
  }

  parse(): Parsed {
    return this.#nested(() => this.#joined('or', () => this.#joined('and', () => this.#compared())))
  }

  #joined(kind: 'and' | 'or', part: () => Parsed): Parsed {
    const first = part()
    const parts = [first]
    while (this.#reader.takes(kind)) parts.push(part())
    return parts.length === 1 ? first : { kind, parts, at: first.at }
  }

  #compared(): Parsed {
    const left = this.#summed()
    if (this.#reader.takes('in')) return { kind: 'in', value: left, items: this.#list(), at: left.at }
    const operator = this.#operator(COMPARISONS)
    return operator === undefined ? left : this.#binary(operator, left, this.#summed())
  }

  #summed(): Parsed {
    let left = this.#multiplied()
    for (let operator = this.#operator(SUMS); operator; operator = this.#operator(SUMS))
      left = this.#binary(operator, left, this.#multiplied())
    return left
  }

  #multiplied(): Parsed {
    let left = this.#single()
    for (let operator = this.#operator(PRODUCTS); operator; operator = this.#operator(PRODUCTS))
      left = this.#binary(operator, left, this.#single())
    return left
  }

  #single(): Parsed {
    const { kind, text, at } = this.#reader.next
    if (this.#reader.takes('-')) return this.#nested(() => ({ kind: 'negate', part: this.#single(), at }))
    if (this.#reader.takes('not')) return this.#nested(() => ({ kind: 'not', part: this.#single(), at }))
    if (this.#reader.takes('(')) {
      const inner = this.parse()
      this.#reader.expect(')')
      return inner
    }
    if (kind === 'name' && !WORDS.includes(text)) return this.#named(this.#reader.take())
    if (kind === 'sign' || kind === 'end') throw this.#reader.wrong('a value is expected')
    return this.#counted({ kind: 'literal', form: kind === 'name' ? 'word' : kind, text: this.#reader.take().text, at })
  }

  #named({ text: name, at }: Token): Parsed {
    if (this.#reader.next.text === '(') return this.#counted({ kind: 'call', name, args: this.#list(), at })
    if (this.#reader.next.text === '/') throw unsupportedOData(`The path '${name}/…'`)
    if (this.#reader.next.kind === 'string') throw unsupportedOData(`A literal of the kind ${name}'…'`)
    return this.#counted({ kind: 'name', name, at })
  }

  #list(): Parsed[] {
    this.#reader.expect('(')
    if (this.#reader.takes(')')) return []
    const items = [this.parse()]
    while (this.#reader.takes(',')) items.push(this.parse())
    this.#reader.expect(')')
    return items
  }

  #operator(known: readonly string[]): string | undefined {
    const { kind, text } = this.#reader.next
    return kind === 'name' && known.includes(text) ? this.#reader.take().text : undefined
  }

  #binary(operator: string, left: Parsed, right: Parsed): Parsed {
    // Each stands inside the next one.
    if (!COMPARISONS.includes(operator)) this.#operations += 1
    if (this.#operations > MOST_OPERATIONS) throw this.#tooMuch()
    return this.#counted({ kind: 'binary', operator, left, right, at: left.at })
  }

  #nested<T>(work: () => T): T {
    this.#depth += 1
    if (this.#depth > MOST_DEPTH) throw this.#tooMuch()
    const value = work()
    this.#depth -= 1
    return value
  }

  #counted(parsed: Parsed): Parsed {
    this.#parts += 1
    if (this.#parts > MOST_PARTS) throw this.#tooMuch()
    return parsed
  }

  #tooMuch() {
    return invalidOData('The expression is too long or too deep.', this.#reader.option, this.#reader.next.at)
  }
}
