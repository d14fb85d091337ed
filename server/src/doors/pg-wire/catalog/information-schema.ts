import { modifierOf, oidOfColumn, typeByOid } from './catalog-types.ts'
import type { CatalogSource } from './pg-catalog.ts'
import { columnsFrom, type Relation, type Row } from './relation.ts'
import type { TracedColumn, VisibleTable } from './visible-table.ts'

type Made = (source: CatalogSource) => readonly Row[]

const none: Made = () => []

const RELATIONS: Readonly<Record<string, { columns: string; rows: Made }>> = {
  schemata: {
    columns:
      'catalog_name:t schema_name:t schema_owner:t default_character_set_catalog:t default_character_set_schema:t ' +
      'default_character_set_name:t sql_path:t',
    rows: ({ database, user }) =>
      ['information_schema', 'pg_catalog', 'public'].map((schema_name) => ({
        catalog_name: database,
        schema_name,
        schema_owner: user,
      })),
  },
  tables: {
    columns:
      'table_catalog:t table_schema:t table_name:t table_type:t self_referencing_column_name:t reference_generation:t ' +
      'user_defined_type_catalog:t user_defined_type_schema:t user_defined_type_name:t is_insertable_into:t is_typed:t commit_action:t',
    rows: ({ tables, database }) =>
      tables.map((table) => ({
        ...placeOf(database, table),
        table_type: table.kind === 'table' ? 'BASE TABLE' : 'VIEW',
        is_insertable_into: 'NO',
        is_typed: 'NO',
      })),
  },
  columns: {
    columns:
      'table_catalog:t table_schema:t table_name:t column_name:t ordinal_position:i column_default:t is_nullable:t data_type:t ' +
      'character_maximum_length:i character_octet_length:i numeric_precision:i numeric_precision_radix:i numeric_scale:i ' +
      'datetime_precision:i interval_type:t interval_precision:i character_set_catalog:t character_set_schema:t character_set_name:t ' +
      'collation_catalog:t collation_schema:t collation_name:t domain_catalog:t domain_schema:t domain_name:t udt_catalog:t ' +
      'udt_schema:t udt_name:t scope_catalog:t scope_schema:t scope_name:t maximum_cardinality:i dtd_identifier:t ' +
      'is_self_referencing:t is_identity:t identity_generation:t identity_start:t identity_increment:t identity_maximum:t ' +
      'identity_minimum:t identity_cycle:t is_generated:t generation_expression:t is_updatable:t',
    rows: ({ tables, database }) =>
      tables.flatMap((table) => table.columns.map((column) => columnRow(database, table, column))),
  },
  views: {
    columns:
      'table_catalog:t table_schema:t table_name:t view_definition:t check_option:t is_updatable:t is_insertable_into:t',
    rows: ({ tables, database }) =>
      tables
        .filter(({ kind }) => kind === 'view')
        .map((table) => ({
          ...placeOf(database, table),
          check_option: 'NONE',
          is_updatable: 'NO',
          is_insertable_into: 'NO',
        })),
  },
  table_constraints: {
    columns:
      'constraint_catalog:t constraint_schema:t constraint_name:t table_catalog:t table_schema:t table_name:t constraint_type:t ' +
      'is_deferrable:t initially_deferred:t enforced:t nulls_distinct:t',
    rows: ({ tables, database }) =>
      tables.filter(hasKey).map((table) => ({
        ...keyPlace(database, table),
        constraint_type: 'PRIMARY KEY',
        is_deferrable: 'NO',
        initially_deferred: 'NO',
        enforced: 'YES',
      })),
  },
  key_column_usage: {
    columns:
      'constraint_catalog:t constraint_schema:t constraint_name:t table_catalog:t table_schema:t table_name:t column_name:t ' +
      'ordinal_position:i position_in_unique_constraint:i',
    rows: ({ tables, database }) =>
      tables
        .filter(hasKey)
        .map((table) => ({ ...keyPlace(database, table), column_name: keyName(table), ordinal_position: 1 })),
  },
  constraint_column_usage: {
    columns:
      'table_catalog:t table_schema:t table_name:t column_name:t constraint_catalog:t constraint_schema:t constraint_name:t',
    rows: ({ tables, database }) =>
      tables.filter(hasKey).map((table) => ({ ...keyPlace(database, table), column_name: keyName(table) })),
  },
  table_privileges: {
    columns:
      'grantor:t grantee:t table_catalog:t table_schema:t table_name:t privilege_type:t is_grantable:t with_hierarchy:t',
    rows: ({ tables, database, user }) =>
      tables.map((table) => ({
        grantor: user,
        grantee: user,
        ...placeOf(database, table),
        privilege_type: 'SELECT',
        is_grantable: 'NO',
        with_hierarchy: 'NO',
      })),
  },
  role_table_grants: {
    columns:
      'grantor:t grantee:t table_catalog:t table_schema:t table_name:t privilege_type:t is_grantable:t with_hierarchy:t',
    rows: none,
  },
  column_privileges: {
    columns:
      'grantor:t grantee:t table_catalog:t table_schema:t table_name:t column_name:t privilege_type:t is_grantable:t',
    rows: none,
  },
  referential_constraints: {
    columns:
      'constraint_catalog:t constraint_schema:t constraint_name:t unique_constraint_catalog:t unique_constraint_schema:t ' +
      'unique_constraint_name:t match_option:t update_rule:t delete_rule:t',
    rows: none,
  },
  check_constraints: {
    columns: 'constraint_catalog:t constraint_schema:t constraint_name:t check_clause:t',
    rows: none,
  },
  routines: {
    columns:
      'specific_schema:t specific_name:t routine_catalog:t routine_schema:t routine_name:t routine_type:t data_type:t routine_definition:t',
    rows: none,
  },
  parameters: {
    columns: 'specific_schema:t specific_name:t ordinal_position:i parameter_mode:t parameter_name:t data_type:t',
    rows: none,
  },
  sequences: {
    columns: 'sequence_catalog:t sequence_schema:t sequence_name:t data_type:t start_value:t increment:t',
    rows: none,
  },
  triggers: { columns: 'trigger_schema:t trigger_name:t event_object_schema:t event_object_table:t', rows: none },
  domains: { columns: 'domain_catalog:t domain_schema:t domain_name:t data_type:t', rows: none },
  element_types: {
    columns: 'object_schema:t object_name:t object_type:t collection_type_identifier:t data_type:t',
    rows: none,
  },
  character_sets: {
    columns: 'character_set_catalog:t character_set_schema:t character_set_name:t character_repertoire:t form_of_use:t',
    rows: () => [{ character_set_name: 'UTF8', character_repertoire: 'UCS', form_of_use: 'UTF8' }],
  },
}

const hasKey = ({ kind }: VisibleTable) => kind === 'table'
const keyName = ({ columns }: VisibleTable) => columns.find(({ isKey }) => isKey)?.name

const placeOf = (database: string, { name }: VisibleTable): Row => ({
  table_catalog: database,
  table_schema: 'public',
  table_name: name,
})

const keyPlace = (database: string, table: VisibleTable): Row => ({
  ...placeOf(database, table),
  constraint_catalog: database,
  constraint_schema: 'public',
  constraint_name: `${table.name}_pkey`,
})

/** Digits of numbers in base 2 or 10, as PostgreSQL tells them. */
const PRECISION: Readonly<Record<string, readonly [precision: number, radix: number, scale: number | null]>> = {
  INTEGER: [32, 2, 0],
  BIGINT: [64, 2, 0],
  DOUBLE: [53, 2, null],
}
const MOMENTS = new Set(['TIME', 'TIMESTAMP', 'TIMESTAMPTZ'])

function columnRow(database: string, table: VisibleTable, { number, name, type, isKey }: TracedColumn): Row {
  const oid = oidOfColumn(type)
  const isDecimal = type.name === 'DECIMAL' && modifierOf(type) > 0
  const [precision, radix, scale] = isDecimal ? [type.precision, 10, type.scale] : (PRECISION[type.name] ?? [])
  return {
    ...placeOf(database, table),
    column_name: name,
    ordinal_position: number,
    is_nullable: isKey ? 'NO' : 'YES',
    data_type: typeByOid(oid)?.format,
    character_octet_length: type.name === 'VARCHAR' ? 1_073_741_824 : null,
    numeric_precision: precision,
    numeric_precision_radix: radix,
    numeric_scale: scale,
    datetime_precision: MOMENTS.has(type.name) ? 6 : type.name === 'DATE' ? 0 : null,
    udt_catalog: database,
    udt_schema: 'pg_catalog',
    udt_name: typeByOid(oid)?.name,
    dtd_identifier: String(number),
    is_self_referencing: 'NO',
    is_identity: 'NO',
    identity_cycle: 'NO',
    is_generated: 'NEVER',
    is_updatable: 'NO',
  }
}

export function informationRelation(name: string, source: CatalogSource): Relation | undefined {
  const known = Object.hasOwn(RELATIONS, name) ? RELATIONS[name] : undefined
  return known && { columns: columnsFrom(known.columns), rows: known.rows(source) }
}

export const isInformationRelation = (name: string) => Object.hasOwn(RELATIONS, name)
