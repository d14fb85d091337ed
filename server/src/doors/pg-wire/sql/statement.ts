import type {
  A_Const,
  CopyStmt,
  DeclareCursorStmt,
  DefElem,
  FetchStmt,
  Node,
  SelectStmt,
  TransactionStmt,
  VariableSetStmt,
} from 'libpg-query'
import type { ParsedStatement, PlaceOf } from './parse.ts'

/** A query as it was parsed. */
export type ParsedQuery = { select: SelectStmt; placeOf: PlaceOf }

/** What a client asks for. Everything that is not a query of tables is answered by the session itself. */
export type Statement =
  | { kind: 'select'; query: ParsedQuery }
  | { kind: 'empty' }
  | { kind: 'begin' | 'commit' | 'rollback'; tag: string }
  | { kind: 'savepoint' | 'release' | 'rollback-to'; name: string }
  | { kind: 'set'; name: string; value: string; isLocal: boolean }
  | { kind: 'reset'; name: string }
  | { kind: 'show'; name: string }
  | { kind: 'discard'; what: string }
  | { kind: 'declare'; cursor: string; isBinary: boolean; isHeld: boolean; query: ParsedQuery }
  | { kind: 'fetch'; cursor: string; count: number; isMove: boolean }
  | { kind: 'fetch-backward' }
  | { kind: 'close'; cursor: string | null }
  | { kind: 'deallocate'; name: string | null }
  | { kind: 'copy'; query: ParsedQuery; form: CopyForm }
  | { kind: 'ignored'; tag: string }
  | { kind: 'refused'; word: string }

export type CopyForm = {
  format: 'text' | 'csv' | 'binary'
  delimiter: string
  nullText: string
  hasHeader: boolean
}

export function readStatement({ node, placeOf }: ParsedStatement): Statement {
  if ('SelectStmt' in node) return { kind: 'select', query: { select: node.SelectStmt, placeOf } }
  if ('TransactionStmt' in node) return readTransaction(node.TransactionStmt)
  if ('VariableSetStmt' in node) return readSet(node.VariableSetStmt)
  if ('VariableShowStmt' in node) return { kind: 'show', name: settingName(node.VariableShowStmt.name) }
  if ('DiscardStmt' in node) return { kind: 'discard', what: (node.DiscardStmt.target ?? '').replace('DISCARD_', '') }
  if ('DeclareCursorStmt' in node) return readDeclare(node.DeclareCursorStmt, placeOf)
  if ('FetchStmt' in node) return readFetch(node.FetchStmt)
  if ('ClosePortalStmt' in node) return { kind: 'close', cursor: node.ClosePortalStmt.portalname ?? null }
  if ('DeallocateStmt' in node) return { kind: 'deallocate', name: node.DeallocateStmt.name ?? null }
  if ('CopyStmt' in node) return readCopy(node.CopyStmt, placeOf)
  // Statements that change nothing here and that programs send as a matter of course.
  if ('ListenStmt' in node) return { kind: 'ignored', tag: 'LISTEN' }
  if ('UnlistenStmt' in node) return { kind: 'ignored', tag: 'UNLISTEN' }
  if ('VacuumStmt' in node) return { kind: 'ignored', tag: node.VacuumStmt.is_vacuumcmd ? 'VACUUM' : 'ANALYZE' }
  if ('ConstraintsSetStmt' in node) return { kind: 'ignored', tag: 'SET CONSTRAINTS' }
  return { kind: 'refused', word: wordOf(node) }
}

/** Nodes whose names do not begin with the word of their statement. */
const WORDS: Readonly<Record<string, string>> = {
  ViewStmt: 'CREATE',
  IndexStmt: 'CREATE',
  RuleStmt: 'CREATE',
  RenameStmt: 'ALTER',
  DefineStmt: 'CREATE',
}

/** `InsertStmt` is INSERT, `CreateTableAsStmt` is CREATE. */
function wordOf(node: Node): string {
  const [name = ''] = Object.keys(node)
  return WORDS[name] ?? (/^[A-Z][a-z]+/.exec(name)?.[0] ?? name).toUpperCase()
}

function readTransaction({ kind, savepoint_name: name = '' }: TransactionStmt): Statement {
  switch (kind) {
    case 'TRANS_STMT_BEGIN':
      return { kind: 'begin', tag: 'BEGIN' }
    case 'TRANS_STMT_START':
      return { kind: 'begin', tag: 'START TRANSACTION' }
    case 'TRANS_STMT_COMMIT':
      return { kind: 'commit', tag: 'COMMIT' }
    case 'TRANS_STMT_ROLLBACK':
      return { kind: 'rollback', tag: 'ROLLBACK' }
    case 'TRANS_STMT_SAVEPOINT':
      return { kind: 'savepoint', name }
    case 'TRANS_STMT_RELEASE':
      return { kind: 'release', name }
    case 'TRANS_STMT_ROLLBACK_TO':
      return { kind: 'rollback-to', name }
    default:
      return { kind: 'refused', word: 'PREPARE TRANSACTION' }
  }
}

const settingName = (name: string | undefined) => (name ?? '').toLowerCase()

/** Roles and authorizations are those of the credential. */
const KEPT = new Set(['role', 'session_authorization'])

function readSet({ kind, name, args = [], is_local: isLocal = false }: VariableSetStmt): Statement {
  if (kind === 'VAR_RESET_ALL') return { kind: 'reset', name: 'all' }
  if (kind === 'VAR_RESET') return { kind: 'reset', name: settingName(name) }
  if (kind === 'VAR_SET_MULTI' || KEPT.has(settingName(name))) return { kind: 'ignored', tag: 'SET' }
  const value = kind === 'VAR_SET_DEFAULT' ? 'default' : args.map(textOf).join('')
  return { kind: 'set', name: settingName(name), value, isLocal }
}

/** A value of a setting or an option, as a text. */
function textOf(node: Node): string {
  if ('A_Const' in node) return constantText(node.A_Const)
  if ('TypeCast' in node && node.TypeCast.arg) return textOf(node.TypeCast.arg)
  if ('String' in node) return node.String.sval ?? ''
  if ('Integer' in node) return String(node.Integer.ival ?? 0)
  if ('Boolean' in node) return String(node.Boolean.boolval ?? false)
  return ''
}

const constantText = ({ sval, ival, fval, boolval }: A_Const) =>
  sval?.sval ?? fval?.fval ?? (ival ? String(ival.ival ?? 0) : boolval ? String(boolval.boolval ?? false) : '')

const BINARY_CURSOR = 1
const HELD_CURSOR = 32

function readDeclare({ portalname = '', options = 0, query }: DeclareCursorStmt, placeOf: PlaceOf): Statement {
  if (!query || !('SelectStmt' in query)) return { kind: 'refused', word: 'DECLARE' }
  return {
    kind: 'declare',
    cursor: portalname,
    isBinary: (options & BINARY_CURSOR) !== 0,
    isHeld: (options & HELD_CURSOR) !== 0,
    query: { select: query.SelectStmt, placeOf },
  }
}

/** ALL, as the parser writes it. */
const ALL_ROWS = 2_147_483_647

function readFetch({ direction, howMany = 0n, portalname = '', ismove = false }: FetchStmt): Statement {
  // FETCH 0 reads the row before again, which only a cursor that goes backwards could.
  if (direction !== 'FETCH_FORWARD' || Number(howMany) <= 0) return { kind: 'fetch-backward' }
  return {
    kind: 'fetch',
    cursor: portalname,
    count: Number(howMany) === ALL_ROWS ? 0 : Number(howMany),
    isMove: ismove,
  }
}

/** `COPY (query) TO STDOUT` and `COPY table [(columns)] TO STDOUT`, with options in either spelling. */
function readCopy(copy: CopyStmt, placeOf: PlaceOf): Statement {
  const select = copy.query && 'SelectStmt' in copy.query ? copy.query.SelectStmt : selectAll(copy)
  if (copy.is_from || copy.is_program || copy.filename !== undefined || !select)
    return { kind: 'refused', word: 'COPY' }
  const options = (copy.options ?? []).flatMap((option) => ('DefElem' in option ? [option.DefElem] : []))
  return { kind: 'copy', query: { select, placeOf }, form: copyForm(options) }
}

function selectAll({ relation, attlist = [] }: CopyStmt): SelectStmt | undefined {
  if (!relation) return undefined
  const names: Node[][] = attlist.length === 0 ? [[{ A_Star: {} }]] : attlist.map((name) => [name])
  return {
    targetList: names.map((fields) => ({ ResTarget: { val: { ColumnRef: { fields } } } })),
    fromClause: [{ RangeVar: relation }],
    op: 'SETOP_NONE',
    limitOption: 'LIMIT_OPTION_DEFAULT',
  }
}

function copyForm(options: readonly DefElem[]): CopyForm {
  const said = new Map(options.map(({ defname = '', arg }) => [defname, arg ? textOf(arg) : 'true']))
  const asked = said.get('format')
  const format = asked === 'csv' || asked === 'binary' ? asked : 'text'
  return {
    format,
    delimiter: said.get('delimiter') ?? (format === 'csv' ? ',' : '\t'),
    nullText: said.get('null') ?? (format === 'csv' ? '' : '\\N'),
    hasHeader: !['false', 'off', '0'].includes(said.get('header') ?? 'false'),
  }
}
