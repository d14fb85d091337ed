import { type CatalogFacts, FUNCTIONS, NILADIC } from './functions.ts'
import { labelColumns } from './label-columns.ts'
import { counted, inside, type Nesting, outermost } from './nesting.ts'
import { type ObjectCast, objectCastSql } from './object-cast.ts'
import { joined, originOf, type Piece } from './piece.ts'
import { refuseUnlikeReplacement, regexLiteral, regexpMatches, similarTo } from './regex-literal.ts'
import { TokenRun } from './token-run.ts'
import { literalIn, nameIn, type Token } from './tokens.ts'
import { isTypeWord, spelledType } from './type-names.ts'
import {
  AFTER_TABLE,
  type Bracket,
  COMMANDS,
  folded,
  isBeforeOperand,
  LEADS_TO_BY,
  ROW_FUNCTIONS,
  splitArguments,
  VECTORS,
} from './words.ts'

/** The text as the engine reads it, and where each part of it stood in what the client sent. */
export type Spelled = { sql: string; relations: ReadonlySet<string>; originOf: (at: number) => number | null }

/** `casts`: the type of each parameter, in the engine's words; empty where the client did not say. */
export type Spelling = { facts: CatalogFacts; casts: readonly string[] }

/**
 * Spells a query of PostgreSQL's dialect as the engine's: where a name or a function differs and something equal exists.
 * What is not known passes as it is. The gate judges the result, as it judges every text of a user's.
 */
export function spell(tokens: readonly Token[], spelling: Spelling): Spelled {
  const nesting = outermost()
  const pieces = new Speller(labelColumns(tokens), spelling, nesting).all()
  return { sql: joined(pieces), relations: nesting.relations, originOf: originOf(pieces) }
}

/** What may stand behind the name of the database. */
const SCHEMAS: ReadonlySet<string> = new Set(['public', 'pg_catalog', 'information_schema'])

/** Reads a run of tokens from left to right. */
class Speller {
  readonly #run: TokenRun
  readonly #spelling: Spelling
  readonly #nesting: Nesting
  /** What is known of each open bracket; the first is the whole text. */
  readonly #brackets: Bracket[] = [{ isCast: false, isRows: false, isList: false }]

  constructor(tokens: readonly Token[], spelling: Spelling, nesting: Nesting) {
    this.#run = new TokenRun(tokens)
    this.#spelling = spelling
    this.#nesting = nesting
  }

  all(): Piece[] {
    while (this.#run.at < this.#run.tokens.length) this.#step()
    return this.#run.pieces
  }

  #step() {
    const token = this.#run.tokens[this.#run.at]
    if (!token) return
    switch (token.kind) {
      case 'word':
      case 'quoted':
        return this.#name(token)
      case 'parameter':
        return this.#parameter(token)
      case 'operator':
        return this.#operator(token)
      case 'mark':
        return this.#mark(token)
      default:
        return this.#run.keep(token)
    }
  }

  #mark(token: Token) {
    if (token.text === '::') return this.#cast(token)
    if (token.text === '(') this.#openBracket()
    const closed = token.text === ')' && this.#brackets.length > 1 ? this.#brackets.pop() : undefined
    // Positions in PostgreSQL's vectors count from 0.
    const isVector = token.text === '[' && VECTORS.has(this.#run.lastName() ?? '')
    this.#run.keep(token, isVector ? '[1 + ' : `${token.text}${closed?.behind ?? ''}`)
    if (closed?.isRows) this.#rowsAlias()
  }

  #openBracket() {
    const name = this.#run.lastName()
    const isList = this.#brackets.at(-1)?.isList ?? false
    const isRows = name !== undefined && ROW_FUNCTIONS.has(name) && !isList
    // In what a SELECT shows it makes rows for PostgreSQL, and a list for the engine.
    const isSeries = isList && name === 'generate_series'
    if (isSeries) this.#run.beforeName('unnest(')
    this.#brackets.push({ isCast: name === 'cast', isRows, isList, ...(isSeries ? { behind: ')' } : {}) })
  }

  /** FROM generate_series(1, 3) n: for PostgreSQL n is the column too. */
  #rowsAlias() {
    const as = this.#run.next(this.#run.at)
    const at = nameIn(this.#run.tokens[as]) === 'as' ? this.#run.next(as + 1) : as
    const alias = this.#run.tokens[at]
    const name = nameIn(alias)
    if (!alias || name === undefined || (alias.kind === 'word' && AFTER_TABLE.has(name))) return
    if (['with', 'as'].includes(name) || this.#run.textAt(this.#run.next(at + 1)) === '(') return
    this.#run.put(alias, ` AS ${alias.text}(${alias.text})`, at + 1)
  }

  #name(token: Token) {
    const name = nameIn(token) ?? ''
    const after = this.#run.next(this.#run.at + 1)
    const isQualifier = this.#run.textAt(after) === '.'
    const isQualified = this.#run.lastText() === '.'
    if (isQualifier && !isQualified) return this.#qualifier(token, name, after)
    if (isQualified) return this.#run.keep(token, folded(token))
    if (this.#run.textAt(after) === '(' && this.#call(token, name, after)) return
    if (token.kind === 'word') this.#follow(name)
    if (token.kind === 'word' && this.#keyword(token, name, after)) return
    if (token.kind === 'word' && this.#isName(name, after)) return this.#run.keep(token, `"${name}"`)
    const relation = this.#spelling.facts.relationOf('pg_catalog', name)
    if (relation && this.#run.lastName() !== 'as' && this.#isTablePlace()) return this.#relation(token, relation, name)
    this.#run.keep(token, folded(token))
  }

  /** The engine reserves words that name columns in PostgreSQL. Where they stand says which is meant. */
  #isName(name: string, after: number): boolean {
    if (name === 'at') return nameIn(this.#run.tokens[after]) !== 'time' && this.#run.textAt(after) !== '('
    if (name === 'by') return !LEADS_TO_BY.has(this.#run.lastName() ?? '')
    return COMMANDS.has(name) && !['', '(', ';'].includes(this.#run.lastText() ?? '')
  }

  /** Keeps in mind whether what a SELECT shows is being read, or where it takes it from. */
  #follow(name: string) {
    const bracket = this.#brackets.at(-1)
    if (bracket && name === 'select') bracket.isList = true
    if (bracket && name === 'from') bracket.isList = false
  }

  /** A bare name means a relation of the catalog only where a table is named. */
  #isTablePlace(): boolean {
    const last = this.#run.lastText()?.toLowerCase() ?? ''
    return ['from', 'join', ',', '', 'only'].includes(last) || last === '('
  }

  /** Schemas are a matter of PostgreSQL's: here tables have one name. */
  #qualifier(token: Token, name: string, dot: number) {
    const member = this.#run.next(dot + 1)
    const memberToken = this.#run.tokens[member]
    const memberName = nameIn(memberToken) ?? ''
    if (name === 'pg_catalog' || name === 'information_schema') {
      const relation = this.#spelling.facts.relationOf(name, memberName)
      if (relation && memberToken && this.#run.textAt(this.#run.next(member + 1)) !== '(') {
        this.#run.at = member
        return this.#relation(token, relation, memberName)
      }
      this.#run.at = member
      return
    }
    if (name === 'public' || (name === this.#spelling.facts.database && SCHEMAS.has(memberName))) {
      this.#run.at = member
      return
    }
    this.#run.keep(token, folded(token))
  }

  /** A relation of the catalog; with its own name as an alias unless it has another. `#at` stands on the name. */
  #relation(token: Token, relation: string, name: string) {
    const after = this.#run.next(this.#run.at + 1)
    // pg_class.relname: the alias carries the name.
    if (this.#run.textAt(after) === '.') return this.#run.put(token, `"${name}"`, this.#run.at + 1)
    this.#nesting.relations.add(relation)
    const following = this.#run.tokens[after]
    const isAliased =
      following?.kind === 'quoted' || (following?.kind === 'word' && !AFTER_TABLE.has(following.text.toLowerCase()))
    this.#run.put(token, isAliased ? relation : `${relation} AS "${name}"`, this.#run.at + 1)
  }

  #keyword(token: Token, name: string, after: number): boolean {
    const made = NILADIC.get(name)
    if (made) {
      this.#run.put(token, made(this.#spelling.facts), this.#run.at + 1)
      return true
    }
    if (name === 'operator' && this.#run.textAt(after) === '(') return this.#namedOperator(token, after)
    if (name === 'collate') return this.#collation(after)
    if (name === 'similar' && nameIn(this.#run.tokens[after]) === 'to') throw similarTo(token.start)
    if (name === 'desc' && nameIn(this.#run.tokens[after]) !== 'nulls' && this.#run.lastText() !== undefined) {
      this.#run.keep(token, 'desc NULLS FIRST')
      return true
    }
    if (name === 'fetch') return this.#fetchFirst(token, after)
    const isCastType = this.#run.lastName() === 'as' && this.#brackets.at(-1)?.isCast === true
    if (!isCastType) return false
    this.#type(token, this.#run.at)
    return true
  }

  /** OPERATOR(pg_catalog.~) is ~. */
  #namedOperator(token: Token, open: number): boolean {
    const close = this.#run.closing(open)
    const operator = this.#run.tokens.slice(open, close).find(({ kind }) => kind === 'operator')
    if (!operator) return false
    this.#run.at = close
    this.#operator({ ...operator, start: token.start }, close)
    return true
  }

  /** Texts compare by their bytes, which is what the default and C mean here. */
  #collation(after: number): boolean {
    let at = after
    if (nameIn(this.#run.tokens[at]) === 'pg_catalog') at = this.#run.next(this.#run.next(at + 1) + 1)
    const name = nameIn(this.#run.tokens[at])
    if (name !== 'default' && name?.toLowerCase() !== 'c') return false
    this.#run.at = at + 1
    return true
  }

  /** FETCH FIRST 10 ROWS ONLY is LIMIT 10. */
  #fetchFirst(token: Token, after: number): boolean {
    const first = nameIn(this.#run.tokens[after])
    if (first !== 'first' && first !== 'next') return false
    const count = this.#run.next(after + 1)
    const isNumber = ['number', 'parameter'].includes(this.#run.tokens[count]?.kind ?? '')
    let at = isNumber ? this.#run.next(count + 1) : count
    while (['row', 'rows', 'only'].includes(nameIn(this.#run.tokens[at]) ?? '')) at = this.#run.next(at + 1)
    this.#run.put(token, `LIMIT ${isNumber ? this.#run.textAt(count) : '1'} `, at)
    return true
  }

  /** = ANY(ix.indkey) is IN ix.indkey: as a subquery, which ANY is to the engine, it could not stand in an outer join. */
  #inVector(token: Token, at: number): boolean {
    const any = this.#run.next(at + 1)
    const open = this.#run.next(any + 1)
    if (nameIn(this.#run.tokens[any]) !== 'any' || this.#run.textAt(open) !== '(') return false
    const close = this.#run.closing(open)
    const inside = this.#run.tokens.slice(open + 1, close)
    if (!VECTORS.has(nameIn(inside.at(-1)) ?? '')) return false
    this.#run.put(token, `IN ${inside.map(({ text }) => text).join('')}`, close + 1)
    return true
  }

  #operator(token: Token, at = this.#run.at) {
    if (token.text === '=' && this.#inVector(token, at)) return
    const match = /^(!?)~(\*?)$/.exec(token.text)
    const operand = this.#run.lastText() ?? ''
    // ~5 turns the bits of a number around.
    if (!match || (match[0] === '~' && isBeforeOperand(operand))) {
      this.#run.pieces.push({ text: token.text, start: token.start, token })
      this.#run.at = at + 1
      return
    }
    const next = this.#run.next(at + 1)
    const pattern = regexLiteral(this.#run.tokens[next], match[2] === '*', token.start)
    this.#run.put(token, `${match[1]}~ ${pattern}`, next + 1)
  }

  #parameter(token: Token) {
    const place = Number(token.text.slice(1))
    const cast = this.#spelling.casts[place - 1]
    this.#run.keep(token, cast ? `CAST(${token.text} AS ${cast})` : token.text)
  }

  #call(token: Token, name: string, open: number): boolean {
    if (name === 'cast') return this.#castCall(token, open)
    if (name === 'regexp_matches') throw regexpMatches(token.start)
    const template = FUNCTIONS.get(name)
    if (!template) return false
    const close = this.#run.closing(open)
    const args = splitArguments(this.#run.tokens.slice(open + 1, close))
    if (name === 'regexp_replace') refuseUnlikeReplacement(args, token.start)
    const texts = args.map((arg) => this.#inner(arg))
    const made = template(texts, {
      facts: this.#spelling.facts,
      literals: args.map((arg) => literalIn(arg.find(({ kind }) => kind !== 'space'))),
      use: (relation) => this.#use(relation),
    })
    if (made === undefined) return false
    this.#run.put(token, counted(made, this.#nesting), close + 1)
    return true
  }

  #inner(tokens: readonly Token[]): string {
    return joined(new Speller(tokens, this.#spelling, inside(this.#nesting)).all()).trim()
  }

  #cast(token: Token) {
    let at = this.#run.next(this.#run.at + 1)
    if (['pg_catalog', 'information_schema'].includes(nameIn(this.#run.tokens[at]) ?? ''))
      at = this.#run.next(this.#run.next(at + 1) + 1)
    const name = nameIn(this.#run.tokens[at]) ?? ''
    if (name.startsWith('reg')) return this.#objectCast(token, name, at + 1)
    const { text, end, length } = spelledType(this.#run.tokens, at, isTypeWord)
    if (length !== undefined) {
      const operand = joined(this.#run.takeOperand())
      return this.#run.put(token, `CAST(${operand} AS ${text})[1:${length}]`, end)
    }
    this.#run.pieces.push({ text: '::', start: token.start, token })
    this.#run.put(this.#run.tokens[at] ?? token, text, end)
  }

  /** The type behind AS in CAST(… AS …). */
  #type(token: Token, at: number) {
    const { text, end, length } = spelledType(this.#run.tokens, at, isTypeWord)
    const bracket = this.#brackets.at(-1)
    if (length !== undefined && bracket) bracket.behind = `[1:${length}]`
    this.#run.put(token, text, end)
  }

  #objectCast(token: Token, type: string, next: number) {
    const operand = this.#run.takeOperand()
    const [only, ...others] = operand.filter((piece) => piece.token?.kind !== 'space')
    const literal = others.length === 0 ? literalIn(only?.token) : undefined
    const isName = others.length === 0 && only?.token?.kind === 'parameter'
    this.#run.put(token, this.#object({ type, sql: joined(operand), literal, isName, place: token.start }), next)
  }

  #object(cast: ObjectCast): string {
    return counted(
      objectCastSql(cast, this.#spelling.facts, (relation) => this.#use(relation)),
      this.#nesting,
    )
  }

  #use(relation: string): string {
    this.#nesting.relations.add(relation)
    return relation
  }

  /** CAST(… AS regclass). */
  #castCall(token: Token, open: number): boolean {
    const close = this.#run.closing(open)
    const inside = this.#run.tokens.slice(open + 1, close)
    const words = inside.filter(({ kind }) => kind !== 'space')
    const type = nameIn(words.at(-1)) ?? ''
    const as = inside.findLastIndex((word) => nameIn(word) === 'as')
    if (!type.startsWith('reg') || as < 0) return false
    const operand = inside.slice(0, as)
    const [only, ...others] = operand.filter(({ kind }) => kind !== 'space')
    const literal = others.length === 0 ? literalIn(only) : undefined
    const sql = this.#inner(operand)
    const isName = only?.kind === 'parameter' || operand.some(({ text }) => text === '(')
    this.#run.put(token, this.#object({ type, sql, literal, isName, place: token.start }), close + 1)
    return true
  }
}
