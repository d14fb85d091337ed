import { Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { readTableRules, type VisibleRule, type VisibleRules } from '../../../core/rules/read-rules.ts'
import { BrokenRule, RuleInfo, SentRule } from '../../../core/rules/rule-wire.ts'
import { ENFORCEMENTS } from '../../../core/rules/rules.store.ts'
import { setRules } from '../../../core/rules/set-rules.ts'
import { ON_VIOLATION } from '../../../core/rules/writes-to-check.ts'
import { Actor, numberIn, placeOf } from '../../../core/tables/tables.schema.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullish, OneOf } from '../../../platform/http/schema.ts'

const AT = '/api/v1/workbooks/{workbook_id}/tables/{name}/rules'
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })

const ON_VIOLATION_SAYS =
  'What becomes of rows that break a rule when they come out of a file or a run that does not say: none comes in, they are ' +
  'set aside in a table beside it, or all come in'

const RULES = {
  table: Type.String(),
  version: Type.Integer({ description: 'Of the rules; 0 where there never were any' }),
  enforce: OneOf(ENFORCEMENTS),
  on_violation: { ...OneOf(ON_VIOLATION), description: ON_VIOLATION_SAYS },
  rules: Type.Array(RuleInfo),
  partial: Type.Boolean({ description: 'Rules about what is hidden from you are left out' }),
}

const presentRule = (rule: VisibleRule) => {
  const isOfSeveral = rule.kind === 'unique' || rule.kind === 'row'
  return {
    kind: rule.kind,
    name: rule.name,
    column: isOfSeveral ? null : (rule.columns[0] ?? null),
    columns: rule.kind === 'unique' ? [...rule.columns] : null,
    min: rule.min,
    max: rule.max,
    pattern: rule.pattern,
    values: rule.values,
    table: rule.table,
    table_column: rule.tableColumn,
    expression: rule.expression,
    message: rule.message,
    in_force: rule.isInForce,
  }
}

const presentRules = ({ table, version, enforce, onViolation, rules, isPartial }: VisibleRules) => ({
  table,
  version,
  enforce,
  on_violation: onViolation,
  rules: rules.map(presentRule),
  partial: isPartial,
})

export const ruleEndpoints = [
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'readTableRules',
    summary: 'What the rows of a table must be',
    description: 'Rules about columns that are hidden from you are left out; they hold for your writes all the same.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtTable,
    query: Type.Object({ version: Type.Optional(Type.String({ description: 'An older version of the rules' })) }),
    status: 200,
    response: NamedObject('TableRules', RULES),
    problems: [],
    handle: async ({ ctx, params, query }) => {
      const version = query.version === undefined ? null : numberIn(query.version)
      if (query.version !== undefined && version === null)
        throw invalidField(['query', 'version'], 'pattern', 'must be a whole number from 1 on')
      return presentRules(await readTableRules(ctx, placeOf(params), version))
    },
  }),
  endpoint({
    method: 'PUT',
    path: AT,
    operation: 'setTableRules',
    summary: 'Say what the rows of a table must be',
    description:
      'Takes the place of the rules that the table has. They hold for every way in which rows come in or change, and are ' +
      'checked over all rows, also those of columns that the writer cannot see. `enforce: all` refuses rules that rows break ' +
      'already; `new` keeps them, lists these rows, and lets them be until they are changed. `dry_run` only lists them.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTable,
    body: Type.Object({
      rules: Type.Array(SentRule, { maxItems: 200 }),
      expected_version: Type.Union([Type.Integer(), Type.Null()], {
        description: 'The version of the rules you read, 0 for none, or null to decline the check',
      }),
      enforce: Type.Optional({ ...OneOf(ENFORCEMENTS), default: 'all' }),
      on_violation: Nullish({
        ...OneOf(ON_VIOLATION),
        description: `${ON_VIOLATION_SAYS}. Left out, it stays as it was`,
      }),
      dry_run: Type.Optional(Type.Boolean({ default: false })),
      actor: Actor,
    }),
    status: 200,
    response: NamedObject('TableRulesSet', {
      ...RULES,
      broken: Type.Array(BrokenRule, { description: 'The first rows that break the rules now' }),
      broken_count: Type.Integer(),
    }),
    problems: [
      'role_required',
      'version_conflict',
      'unknown_column',
      'masked_column',
      'invalid_rule',
      'rule_violated',
      'unavailable',
    ],
    handle: async ({ ctx, params, body }) => {
      const { broken, brokenCount, ...set } = await setRules(ctx, placeOf(params), {
        rules: body.rules,
        expected: body.expected_version,
        enforce: body.enforce ?? 'all',
        onViolation: body.on_violation ?? null,
        isDryRun: body.dry_run ?? false,
        actor: body.actor ?? null,
      })
      return { ...presentRules(set), broken: [...broken], broken_count: brokenCount }
    },
  }),
]
