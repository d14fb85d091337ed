/** A piece of SQL as PostgreSQL's lexer would cut it. `start` counts UTF-16 units from the beginning of the text. */
export type Token = { kind: TokenKind; text: string; start: number }
export type TokenKind = 'space' | 'word' | 'quoted' | 'string' | 'number' | 'parameter' | 'operator' | 'mark'

/** Dollar quotes close with the tag they opened with; comments nest. */
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const SPACE = /\s+|--[^\n]*/y
const PARAMETER = /\$\d+/y
const OPERATOR = /[-+*/<>=~!@#%^&|`?]/

/**
 * Cuts a text into tokens. Nothing is refused here: what is left open reaches to the end, and the engine's own parser says
 * what is wrong. Nothing that is allowed depends on this reading either; the gate reads the text that is run.
 */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < sql.length; ) {
    const { kind, end } = tokenAt(sql, at)
    tokens.push({ kind, text: sql.slice(at, end), start: at })
    at = end
  }
  return tokens
}

function tokenAt(sql: string, at: number): { kind: TokenKind; end: number } {
  const character = sql[at] ?? ''
  const space = match(SPACE, sql, at)
  if (space) return { kind: 'space', end: space }
  if (sql.startsWith('/*', at)) return { kind: 'space', end: commentEnd(sql, at) }
  if (character === "'") return { kind: 'string', end: quotedEnd(sql, at, "'", false) }
  if (character === '"') return { kind: 'quoted', end: quotedEnd(sql, at, '"', false) }
  if (/[eEbBxXnN]/.test(character) && sql[at + 1] === "'")
    return { kind: 'string', end: quotedEnd(sql, at + 1, "'", /[eE]/.test(character)) }
  const dollar = match(DOLLAR_QUOTE, sql, at)
  if (dollar) return { kind: 'string', end: dollarEnd(sql, at, dollar) }
  const parameter = match(PARAMETER, sql, at)
  if (parameter) return { kind: 'parameter', end: parameter }
  const word = match(WORD, sql, at)
  if (word) return { kind: 'word', end: word }
  const number = match(NUMBER, sql, at)
  if (number) return { kind: 'number', end: number }
  if (sql.startsWith('::', at)) return { kind: 'mark', end: at + 2 }
  if (OPERATOR.test(character)) return { kind: 'operator', end: operatorEnd(sql, at) }
  return { kind: 'mark', end: at + 1 }
}

function match(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : 0
}

/** A comment may begin within what looks like an operator. It is looked for as the operator is read: after it another may follow. */
function operatorEnd(sql: string, at: number): number {
  let end = at + 1
  while (OPERATOR.test(sql[end] ?? '') && !sql.startsWith('--', end) && !sql.startsWith('/*', end)) end += 1
  return end
}

function commentEnd(sql: string, at: number): number {
  let depth = 0
  for (let n = at; n < sql.length; n++) {
    if (sql.startsWith('/*', n)) {
      depth += 1
      n += 1
    } else if (sql.startsWith('*/', n)) {
      depth -= 1
      n += 1
      if (depth === 0) return n + 1
    }
  }
  return sql.length
}

function quotedEnd(sql: string, at: number, quote: string, hasEscapes: boolean): number {
  for (let n = at + 1; n < sql.length; n++) {
    if (hasEscapes && sql[n] === '\\') n += 1
    else if (sql[n] === quote && sql[n + 1] === quote) n += 1
    else if (sql[n] === quote) return n + 1
  }
  return sql.length
}

function dollarEnd(sql: string, at: number, opened: number): number {
  const found = sql.indexOf(sql.slice(at, opened), opened)
  return found < 0 ? sql.length : found + opened - at
}

/** The statements of a text, without the semicolons between them and without those that are empty. */
export function splitStatements(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = []
  let statement: Token[] = []
  for (const token of tokens) {
    if (token.text !== ';') statement.push(token)
    else {
      statements.push(statement)
      statement = []
    }
  }
  statements.push(statement)
  return statements.filter((each) => each.some(({ kind }) => kind !== 'space'))
}

/** What a token names: words are folded as PostgreSQL folds them, quoted names stand as they are. */
export function nameIn(token: Token | undefined): string | undefined {
  if (token?.kind === 'word') return token.text.toLowerCase()
  if (token?.kind === 'quoted') return token.text.slice(1, -1).replaceAll('""', '"')
  return undefined
}

/** The text that a literal stands for. Escapes that are rare in settings and names are left as they are. */
export function literalIn(token: Token | undefined): string | undefined {
  if (token?.kind !== 'string') return undefined
  const dollar = /^(\$[^$]*\$)([\s\S]*)\1$/.exec(token.text)
  if (dollar) return dollar[2]
  const [, prefix = '', inner = ''] = /^([A-Za-z]?)'([\s\S]*)'$/.exec(token.text) ?? []
  const plain = inner.replaceAll("''", "'")
  return /[eE]/.test(prefix) ? plain.replace(/\\(.)/g, '$1') : plain
}

/** The tokens that mean something. */
export const withoutSpace = (tokens: readonly Token[]) => tokens.filter(({ kind }) => kind !== 'space')

export const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`
