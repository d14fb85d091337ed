import {
  type CallerAttribute,
  COMPARISONS,
  type Comparison,
  callerAttribute,
  type Expression,
  ExpressionError,
  FUNCTIONS,
  type FunctionName,
} from './expression.ts'

const MOST_CHARACTERS = 4_000
const MOST_DEPTH = 60

type Token =
  | { kind: 'number' | 'text' | 'name' | 'quoted' | 'sign' | 'caller'; text: string; at: number }
  | { kind: 'end'; text: ''; at: number }

const SPACE = /[\s\u3000]+/y
const NUMBER = /[0-9]+(?:\.[0-9]+)?/y
const TEXT = /'(?:[^']|'')*'/y
const QUOTED = /"(?:[^"]|"")+"/y
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
/** Something about who asks. */
const CALLER = /user\.[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)?/iuy
const SIGN = /<=|>=|!=|<>|[=<>+\-*/(),]/y

/** Reads a condition as it is written. Names of columns stand bare, or in double quotes; texts in single quotes. */
export function parseExpression(source: string): Expression<string> {
  return parse(source, false)
}

/** The same with `user.email`, `user.roles` and `user.attributes.…` in it: a condition of a policy, about a row and who asks for it. */
export function parsePolicyExpression(source: string): Expression<string> {
  return parse(source, true)
}

function parse(source: string, knowsCaller: boolean): Expression<string> {
  if (source.length > MOST_CHARACTERS) throw new ExpressionError(`is longer than ${MOST_CHARACTERS} characters`)
  const parser = new Parser(tokensOf(source, knowsCaller))
  const parsed = parser.or(0)
  parser.end()
  return parsed
}

function tokensOf(source: string, knowsCaller: boolean): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  while (at < source.length) {
    const space = take(SPACE)
    if (space) {
      at += space.length
      continue
    }
    const caller = knowsCaller ? take(CALLER) : undefined
    if (caller) {
      tokens.push({ kind: 'caller', text: caller, at })
      at += caller.length
      continue
    }
    const found = tokenAt(take, at)
    if (!found) throw new ExpressionError(`has a character that means nothing: ${source.slice(at, at + 1)}`, at)
    tokens.push(found.token)
    at += found.length
  }
  return [...tokens, { kind: 'end', text: '', at }]
}

function tokenAt(take: (pattern: RegExp) => string | undefined, at: number): { token: Token; length: number } | null {
  const number = take(NUMBER)
  if (number) return { token: { kind: 'number', text: number, at }, length: number.length }
  const text = take(TEXT)
  if (text) return { token: { kind: 'text', text: text.slice(1, -1).replaceAll("''", "'"), at }, length: text.length }
  const quoted = take(QUOTED)
  if (quoted)
    return { token: { kind: 'quoted', text: quoted.slice(1, -1).replaceAll('""', '"'), at }, length: quoted.length }
  const name = take(NAME)
  if (name) return { token: { kind: 'name', text: name, at }, length: name.length }
  const sign = take(SIGN)
  return sign ? { token: { kind: 'sign', text: sign, at }, length: sign.length } : null
}

const RESERVED = ['and', 'or', 'not', 'is', 'null', 'in', 'between', 'true', 'false']

const isComparison = (text: string): text is Comparison => COMPARISONS.some((op) => op === text)
const functionNamed = (text: string): FunctionName | undefined => FUNCTIONS.find((name) => name === text.toLowerCase())

function attributeIn({ text, at }: Token): CallerAttribute {
  const attribute = callerAttribute(text.slice('user.'.length).toLowerCase())
  if (!attribute)
    throw new ExpressionError(`knows no ${text}; there are user.email, user.roles and user.attributes.name`, at)
  return attribute
}

class Parser {
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  end() {
    if (this.#token.kind !== 'end') throw this.#unexpected()
  }

  or(depth: number): Expression<string> {
    if (depth > MOST_DEPTH) throw new ExpressionError('is nested too deeply', this.#token.at)
    return this.#joined('or', () => this.#joined('and', () => this.#not(depth)))
  }

  #joined(kind: 'and' | 'or', part: () => Expression<string>): Expression<string> {
    const parts = [part()]
    while (this.#word(kind)) parts.push(part())
    const [first] = parts
    return parts.length === 1 && first ? first : { kind, parts }
  }

  #not(depth: number): Expression<string> {
    if (depth > MOST_DEPTH) throw new ExpressionError('is nested too deeply', this.#token.at)
    return this.#word('not') ? { kind: 'not', of: this.#not(depth + 1) } : this.#comparison(depth)
  }

  #comparison(depth: number): Expression<string> {
    const left = this.#sum(depth)
    const { kind, text } = this.#token
    const op = text === '<>' ? '!=' : text
    if (kind === 'sign' && isComparison(op)) {
      this.#next++
      return { kind: 'compare', op, left, right: this.#sum(depth) }
    }
    if (this.#word('is')) {
      const isNegated = this.#word('not')
      if (!this.#word('null')) throw this.#unexpected('null')
      return { kind: 'is_null', of: left, isNegated }
    }
    const isNegated = this.#word('not')
    if (this.#word('in')) return { kind: 'in', of: left, list: this.#callerList() ?? this.#list(depth), isNegated }
    if (this.#word('between')) return this.#between(left, isNegated, depth)
    if (isNegated) throw this.#unexpected('in or between')
    return left
  }

  #between(of: Expression<string>, isNegated: boolean, depth: number): Expression<string> {
    const low = this.#sum(depth)
    if (!this.#word('and')) throw this.#unexpected('and')
    return { kind: 'between', of, low, high: this.#sum(depth), isNegated }
  }

  /** Lists that stand for themselves: roles, and values of an attribute. */
  #callerList(): Expression<string>[] | undefined {
    if (this.#token.kind !== 'caller') return undefined
    const attribute = attributeIn(this.#token)
    if (attribute === 'email') return undefined
    this.#next++
    return [{ kind: 'caller', attribute }]
  }

  #list(depth: number): Expression<string>[] {
    this.#expect('(')
    const list = [this.#sum(depth + 1)]
    while (this.#sign(',')) list.push(this.#sum(depth + 1))
    this.#expect(')')
    return list
  }

  #sum(depth: number): Expression<string> {
    let left = this.#product(depth)
    for (;;) {
      const op = this.#sign('+') ? '+' : this.#sign('-') ? '-' : null
      if (!op) return left
      left = { kind: 'arithmetic', op, left, right: this.#product(depth) }
    }
  }

  #product(depth: number): Expression<string> {
    let left = this.#unary(depth)
    for (;;) {
      const op = this.#sign('*') ? '*' : this.#sign('/') ? '/' : null
      if (!op) return left
      left = { kind: 'arithmetic', op, left, right: this.#unary(depth) }
    }
  }

  #unary(depth: number): Expression<string> {
    if (depth > MOST_DEPTH) throw new ExpressionError('is nested too deeply', this.#token.at)
    if (!this.#sign('-')) return this.#primary(depth)
    const of = this.#unary(depth + 1)
    return of.kind === 'number' && !of.text.startsWith('-')
      ? { kind: 'number', text: `-${of.text}` }
      : { kind: 'minus', of }
  }

  #primary(depth: number): Expression<string> {
    if (this.#sign('(')) {
      const inner = this.or(depth + 1)
      this.#expect(')')
      return inner
    }
    const { kind, text } = this.#token
    if (kind === 'number' || kind === 'text') {
      this.#next++
      return { kind, text }
    }
    if (kind === 'quoted') {
      this.#next++
      return { kind: 'column', column: text.normalize('NFC') }
    }
    if (kind === 'name') return this.#named(depth)
    if (kind === 'caller') return this.#caller()
    throw this.#unexpected()
  }

  #caller(): Expression<string> {
    const attribute = attributeIn(this.#token)
    if (attribute === 'roles') throw new ExpressionError('has user.roles elsewhere than behind in', this.#token.at)
    this.#next++
    return { kind: 'caller', attribute }
  }

  #named(depth: number): Expression<string> {
    if (this.#word('true')) return { kind: 'boolean', value: true }
    if (this.#word('false')) return { kind: 'boolean', value: false }
    const { text, at } = this.#token
    if (RESERVED.includes(text.toLowerCase())) throw this.#unexpected()
    this.#next++
    if (this.#token.text !== '(' || this.#token.kind !== 'sign')
      return { kind: 'column', column: text.normalize('NFC') }
    const name = functionNamed(text)
    if (!name) throw new ExpressionError(`knows no function ${text}; there are ${FUNCTIONS.join(', ')}`, at)
    this.#next++
    const args = [this.or(depth + 1)]
    while (this.#sign(',')) args.push(this.or(depth + 1))
    this.#expect(')')
    return { kind: 'call', name, args }
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 }
  }

  #word(word: string): boolean {
    const { kind, text } = this.#token
    if (kind !== 'name' || text.toLowerCase() !== word) return false
    this.#next++
    return true
  }

  #sign(sign: string): boolean {
    const { kind, text } = this.#token
    if (kind !== 'sign' || text !== sign) return false
    this.#next++
    return true
  }

  #expect(sign: string) {
    if (!this.#sign(sign)) throw this.#unexpected(sign)
  }

  #unexpected(wanted?: string): ExpressionError {
    const { kind, text, at } = this.#token
    const found = kind === 'end' ? 'ends too early' : `has an unexpected ${text}`
    return new ExpressionError(wanted === undefined ? found : `${found}; ${wanted} is missing`, at)
  }
}
