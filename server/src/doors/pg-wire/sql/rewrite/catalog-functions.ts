import { wireError } from '../../protocol/wire-error.ts'
import { ANY, BOOL, INT4, INT8, JSON_TYPE, listOf, OID, type PgType, TEXT, TIMESTAMPTZ } from '../pg-type.ts'
import type { ScopeColumn } from './scope.ts'
import { quoteLiteral, type Typed } from './typed.ts'

/** What queries of the catalog may ask about beside its relations. */
export type CatalogFacts = {
  database: string
  user: string
  version: string
  pid: number
  setting: (name: string) => string | undefined
  /** The name under which a relation of the catalog is given to the engine, if there is such a relation. */
  relationOf: (schema: string, name: string) => string | undefined
  /** What it has, by the name that the engine is given. */
  columnsOf: (relation: string) => readonly Omit<ScopeColumn, 'sql'>[]
  /** `type`: regclass, regtype and so on. */
  oidOf: (type: string, name: string) => number | undefined
  /** SQL for the same where the name or the number is known later. */
  oidByName: (type: string, sql: string, use: (relation: string) => string) => string
  nameByOid: (type: string, sql: string, use: (relation: string) => string) => string
}

type Calling = {
  facts: CatalogFacts
  literals: readonly (string | undefined)[]
  use: (relation: string) => string
}
type Template = (args: readonly string[], calling: Calling) => string

const text = (value: string) => quoteLiteral(value)

const PUBLIC_OID = 2200

const always =
  (value: string): Template =>
  () =>
    value

/** Of what may be asked, reading is granted. */
const granted: Template = (_args, { literals }) => {
  const asked = literals.findLast((literal) => literal !== undefined) ?? 'SELECT'
  return /^(?:select|usage|connect|temporary|temp)$/i.test(asked.trim()) ? 'true' : 'false'
}

const found = (relation: string, column: string, where: string) =>
  `(SELECT ${column} FROM ${relation} f_ WHERE ${where})`

const described: Template = ([oid = 'NULL'], { use }) =>
  found(use('svc_pg_description'), 'max(description)', `f_.objoid = (${oid}) AND f_.objsubid = 0`)

/** Functions that only PostgreSQL has, or that the gate refuses since they would tell about the engine. */
const TEMPLATES: ReadonlyMap<string, Template> = new Map<string, Template>([
  ['version', (_args, { facts }) => text(facts.version)],
  ['current_database', (_args, { facts }) => text(facts.database)],
  ['current_schema', always("'public'")],
  ['current_schemas', ([all = 'false']) => (/true/i.test(all) ? "['pg_catalog', 'public']" : "['public']")],
  ['pg_backend_pid', (_args, { facts }) => String(facts.pid)],
  [
    'current_setting',
    (_args, { facts, literals }) => {
      const value = facts.setting((literals[0] ?? '').toLowerCase())
      return value === undefined ? 'CAST(NULL AS VARCHAR)' : text(value)
    },
  ],
  ['set_config', ([, value = 'NULL']) => value],
  ['pg_is_in_recovery', always('false')],
  ['pg_get_userbyid', (_args, { facts }) => text(facts.user)],
  ['pg_encoding_to_char', always("'UTF8'")],
  ['pg_client_encoding', always("'UTF8'")],
  ['getdatabaseencoding', always("'UTF8'")],
  ['inet_server_addr', always('CAST(NULL AS VARCHAR)')],
  ['inet_server_port', always('CAST(NULL AS INTEGER)')],
  ['inet_client_addr', always('CAST(NULL AS VARCHAR)')],
  ['pg_postmaster_start_time', always('now()')],
  ['txid_current', always('CAST(1 AS BIGINT)')],
  ['pg_my_temp_schema', always('CAST(0 AS UINTEGER)')],
  ['pg_is_other_temp_schema', always('false')],
  ...'table type function opclass opfamily operator collation conversion statistics_obj ts_config ts_dict ts_parser ts_template'
    .split(' ')
    .map((what): [string, Template] => [`pg_${what}_is_visible`, always('true')]),
  ['pg_relation_is_publishable', always('false')],
  ['has_table_privilege', granted],
  ['has_any_column_privilege', granted],
  ['has_column_privilege', granted],
  ['has_schema_privilege', granted],
  ['has_database_privilege', granted],
  ['has_function_privilege', always('false')],
  ['has_sequence_privilege', always('false')],
  ['pg_has_role', always('true')],
  ['row_security_active', always('false')],
  ['pg_get_expr', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_viewdef', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_ruledef', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_triggerdef', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_functiondef', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_function_arguments', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_function_result', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_function_identity_arguments', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_partkeydef', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_statisticsobjdef_columns', always('CAST(NULL AS VARCHAR)')],
  ['pg_get_serial_sequence', always('CAST(NULL AS VARCHAR)')],
  ['pg_tablespace_location', always("''")],
  ['pg_relation_size', always('CAST(0 AS BIGINT)')],
  ['pg_table_size', always('CAST(0 AS BIGINT)')],
  ['pg_total_relation_size', always('CAST(0 AS BIGINT)')],
  ['pg_database_size', always('CAST(0 AS BIGINT)')],
  ['pg_size_pretty', always("'0 bytes'")],
  ['pg_stat_get_numscans', always('CAST(0 AS BIGINT)')],
  ['pg_indexam_has_property', always('false')],
  ['pg_index_column_has_property', always('false')],
  ['json_build_object', (args) => `json_object(${args.join(', ')})`],
  ['jsonb_build_object', (args) => `json_object(${args.join(', ')})`],
  ['json_build_array', (args) => `json_array(${args.join(', ')})`],
  ['json_agg', (args) => `to_json(list(${args.join(', ')}))`],
  ['obj_description', described],
  ['shobj_description', always('CAST(NULL AS VARCHAR)')],
  [
    'col_description',
    ([oid = 'NULL', number = 'NULL'], { use }) =>
      found(
        use('svc_pg_description'),
        'max(description)',
        `f_.objoid = (${oid}) AND f_.objsubid = (${number}) AND f_.objsubid <> 0`,
      ),
  ],
  [
    'format_type',
    ([oid = 'NULL', modifier = 'NULL'], { use }) => {
      const digits = `(((${modifier}) - 4) >> 16) & 65535`
      const scale = `((${modifier}) - 4) & 65535`
      return (
        `(SELECT CASE WHEN f_.oid = 1700 AND (${modifier}) > 0 THEN 'numeric(' || (${digits}) || ',' || (${scale}) || ')' ` +
        `ELSE max(f_.svc_format) END FROM ${use('svc_pg_type')} f_ WHERE f_.oid = (${oid}) GROUP BY f_.oid)`
      )
    },
  ],
  [
    'pg_get_constraintdef',
    ([oid = 'NULL'], { use }) => found(use('svc_pg_constraint'), 'max(svc_definition)', `f_.oid = (${oid})`),
  ],
  [
    'pg_get_indexdef',
    ([oid = 'NULL'], { literals, use }) =>
      literals[1] === undefined || literals[1] === '0'
        ? found(use('svc_pg_index'), 'max(svc_definition)', `f_.indexrelid = (${oid})`)
        : found(use('svc_pg_index'), 'max(svc_column)', `f_.indexrelid = (${oid})`),
  ],
  ['to_regclass', ([name = 'NULL'], { facts, use }) => facts.oidByName('regclass', name, use)],
  ['to_regtype', ([name = 'NULL'], { facts, use }) => facts.oidByName('regtype', name, use)],
  ['to_regnamespace', ([name = 'NULL']) => `(CASE WHEN ${name} = 'public' THEN ${PUBLIC_OID} END)`],
  ['_pg_expandarray', ([array = 'NULL']) => `unnest(list_transform(${array}, lambda x, n: {'x': x, 'n': n}))`],
])

/** Types of what they return, where that is no text. */
const RESULTS: Readonly<Record<string, PgType>> = {
  current_schemas: listOf(TEXT),
  pg_backend_pid: INT4,
  pg_is_in_recovery: BOOL,
  inet_server_port: INT4,
  pg_postmaster_start_time: TIMESTAMPTZ,
  txid_current: INT8,
  pg_my_temp_schema: OID,
  to_regclass: OID,
  to_regtype: OID,
  to_regnamespace: OID,
  pg_relation_size: INT8,
  pg_table_size: INT8,
  pg_total_relation_size: INT8,
  pg_database_size: INT8,
  pg_stat_get_numscans: INT8,
  json_build_object: JSON_TYPE,
  jsonb_build_object: JSON_TYPE,
  json_build_array: JSON_TYPE,
  json_agg: JSON_TYPE,
  _pg_expandarray: ANY,
}

const IS_TRUTH = /_is_visible$|_privilege$|_has_|^pg_has_role$|^row_security|^pg_is_|_is_publishable$/

export const isCatalogFunction = (name: string) => TEMPLATES.has(name)

/** A call of a function of the catalog, with what it has been given. */
export function catalogCall(
  name: string,
  args: readonly Typed[],
  facts: CatalogFacts,
  use: (relation: string) => string,
): Pick<Typed, 'sql' | 'type'> {
  const template = TEMPLATES.get(name)
  if (!template) throw new Error(`impossible: ${name} is no function of the catalog`)
  const literals = args.map(({ literal }) => literal ?? undefined)
  const type = RESULTS[name] ?? (IS_TRUTH.test(name) ? BOOL : TEXT)
  return {
    sql: `(${template(
      args.map(({ sql }) => sql),
      { facts, literals, use },
    )})`,
    type,
  }
}

/** `literal`: what is cast, where it is a literal. `isName`: it is a text that is known when the query runs. */
type ObjectCast = { type: string; sql: string; literal: string | undefined; isName: boolean; place: number }

/** 'sales'::regclass is the number of a table; a number as regclass is its name. */
export function objectCastSql(
  { type, sql, literal, isName, place }: ObjectCast,
  facts: CatalogFacts,
  use: (relation: string) => string,
): Pick<Typed, 'sql' | 'type' | 'literal'> {
  if (literal === undefined)
    return isName
      ? { sql: facts.oidByName(type, sql, use), type: OID }
      : { sql: facts.nameByOid(type, sql, use), type: TEXT }
  if (/^\d+$/.test(literal)) return { sql: `CAST(${literal} AS UINTEGER)`, type: OID }
  // The catalog names functions by texts.
  if (type.startsWith('regproc')) return { sql: quoteLiteral(literal.replace(/^pg_catalog\./, '')), type: TEXT }
  const oid = facts.oidOf(type, literal)
  if (oid === undefined)
    throw wireError(type === 'regtype' ? '42704' : '42P01', `${type.slice(3)} "${literal}" does not exist`, { place })
  return { sql: `CAST(${oid} AS UINTEGER)`, type: OID }
}
