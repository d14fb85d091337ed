import { dateFormat } from './date-format.ts'
import { quoteLiteral } from './tokens.ts'

/** What queries of the catalog may ask about beside its relations. */
export type CatalogFacts = {
  database: string
  user: string
  version: string
  pid: number
  setting: (name: string) => string | undefined
  /** The name under which a relation of the catalog is given to the engine, if there is such a relation. */
  relationOf: (schema: string, name: string) => string | undefined
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
/** Undefined: the call stays as it is. */
type Template = (args: readonly string[], calling: Calling) => string | undefined

const text = (value: string) => quoteLiteral(value)

/** Words that are functions without brackets. */
export const NILADIC: ReadonlyMap<string, (facts: CatalogFacts) => string> = new Map([
  ['current_user', ({ user }) => text(user)],
  ['session_user', ({ user }) => text(user)],
  ['current_role', ({ user }) => text(user)],
  ['user', ({ user }) => text(user)],
  ['current_catalog', ({ database }) => text(database)],
  ['current_schema', () => "'public'"],
] as [string, (facts: CatalogFacts) => string][])

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
export const FUNCTIONS: ReadonlyMap<string, Template> = new Map<string, Template>([
  ['version', (_args, { facts }) => text(facts.version)],
  ['current_database', (_args, { facts }) => text(facts.database)],
  ['current_catalog', (_args, { facts }) => text(facts.database)],
  ['current_schema', always("'public'")],
  ['current_schemas', ([all = 'false']) => (/true/i.test(all) ? "['pg_catalog', 'public']" : "['public']")],
  ['current_user', (_args, { facts }) => text(facts.user)],
  ['session_user', (_args, { facts }) => text(facts.user)],
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
  ['array_lower', ([array = 'NULL']) => `CASE WHEN len(${array}) > 0 THEN 1 END`],
  ['array_upper', ([array = 'NULL']) => `nullif(len(${array}), 0)`],
  ['cardinality', ([array = 'NULL']) => `len(${array})`],
  ['json_build_object', (args) => `json_object(${args.join(', ')})`],
  ['jsonb_build_object', (args) => `json_object(${args.join(', ')})`],
  ['json_build_array', (args) => `json_array(${args.join(', ')})`],
  ['json_agg', (args) => `to_json(list(${args.join(', ')}))`],
  // Dots match line ends, as in PostgreSQL.
  [
    'regexp_replace',
    ([value = 'NULL', , ...rest], { literals }) =>
      literals[1] === undefined
        ? undefined
        : `regexp_replace(${[value, text(`(?s)${literals[1]}`), ...rest].join(', ')})`,
  ],
  ['btrim', (args) => `trim(${args.join(', ')})`],
  ['quote_ident', ([name = 'NULL']) => `('"' || replace(${name}, '"', '""') || '"')`],
  ['quote_literal', ([value = 'NULL']) => `('''' || replace(${value}, '''', '''''') || '''')`],
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
    ([oid = 'NULL', column], { use }) =>
      column === undefined || column === '0'
        ? found(use('svc_pg_index'), 'max(svc_definition)', `f_.indexrelid = (${oid})`)
        : found(use('svc_pg_index'), 'max(svc_column)', `f_.indexrelid = (${oid})`),
  ],
  ['to_regclass', ([name = 'NULL'], { facts, use }) => facts.oidByName('regclass', name, use)],
  ['to_regtype', ([name = 'NULL'], { facts, use }) => facts.oidByName('regtype', name, use)],
  ['to_regnamespace', ([name = 'NULL']) => `(CASE WHEN ${name} = 'public' THEN ${PUBLIC_OID} END)`],
  ['_pg_expandarray', ([array = 'NULL']) => `unnest(list_transform(${array}, lambda x, n: {'x': x, 'n': n}))`],
  ['to_char', ([value = 'NULL'], { literals }) => formatted(value, literals[1])],
  ['to_date', (args, { literals }) => parsed(args[0] ?? 'NULL', literals[1], 'DATE')],
  [
    'to_timestamp',
    (args, { literals }) => (args.length === 2 ? parsed(args[0] ?? 'NULL', literals[1], 'TIMESTAMP') : undefined),
  ],
])

/** Only where the form is a literal can it be put into the engine's words. */
function formatted(value: string, form: string | undefined): string | undefined {
  const spelled = form === undefined ? undefined : dateFormat(form)
  return spelled === undefined ? undefined : `strftime(${value}, ${text(spelled)})`
}

function parsed(value: string, form: string | undefined, type: string): string | undefined {
  const spelled = form === undefined ? undefined : dateFormat(form)
  return spelled === undefined ? undefined : `CAST(strptime(${value}, ${text(spelled)}) AS ${type})`
}
