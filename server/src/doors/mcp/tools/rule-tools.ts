import { Type } from 'typebox'
import { ON_VIOLATION } from '../../../core/rules/writes-to-check.ts'
import { OneOf } from '../../../platform/http/schema.ts'
import { CHANGES, READS, tool } from '../tool.ts'
import { ACTOR, Anything, IdempotencyKey, TableName, WorkbookId } from './fields.ts'

const Rules = Type.Object({
  version: Type.Integer({ description: 'What set_rules expects' }),
  enforce: Type.String(),
  on_violation: Type.String({ description: 'What becomes of rows of files that break a rule, unless the call says' }),
  rules: Type.Array(Anything),
  partial: Type.Boolean({ description: 'Rules about columns that you cannot see are left out, and hold all the same' }),
})

/** Only what a rule says: most of its fields are for other kinds. */
const short = (rule: object) => Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null))

export const getRules = tool({
  name: 'get_rules',
  title: 'Read the rules of a table',
  description:
    'What the rows of a table must be: required, unique, range, pattern, one_of, reference, or a condition over the row. Rows that break one are refused by edit_rows with the code rule_violated, which names them and the rule.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({ workbook_id: WorkbookId, table: TableName }),
  output: Rules,
  run: async (agent, { workbook_id, table }) => {
    const found = await agent.api.readTableRules({ workbook_id, name: table })
    const { version, enforce, on_violation, rules, partial } = found
    return { version, enforce, on_violation, rules: rules.map(short), partial }
  },
})

export const setRules = tool({
  name: 'set_rules',
  title: 'Set the rules of a table',
  description:
    'Takes the place of all rules of a table: read them with get_rules first. {kind: required, column}, {kind: unique, columns}, {kind: range, column, min, max}, {kind: pattern, column, pattern} (RE2, whole text), {kind: one_of, column, values}, {kind: reference, column, table, table_column}, {kind: row, name, expression} such as gross >= net; each may have a message for people. dry_run lists the rows that break them; enforce: new keeps such rows until they are changed. on_violation says what becomes of rows of files and transforms that break a rule: reject (none comes in), quarantine (they are set aside in <table>_quarantine) or warn (all come in).',
  scope: 'workbooks:write',
  annotations: CHANGES,
  input: Type.Object({
    workbook_id: WorkbookId,
    table: TableName,
    rules: Type.Array(Anything, { maxItems: 200 }),
    expected_version: Type.Integer({ description: 'From get_rules; 0 where there are none' }),
    enforce: Type.Optional(Type.Union([Type.Literal('all'), Type.Literal('new')])),
    on_violation: Type.Optional(OneOf(ON_VIOLATION)),
    dry_run: Type.Optional(Type.Boolean()),
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({ ...Rules.properties, broken: Type.Array(Anything), broken_count: Type.Integer() }),
  run: async (agent, { workbook_id, table, rules, idempotency_key: idempotencyKey, ...asked }) => {
    // Safe: the endpoint looks at each of them.
    const body = { ...asked, rules: rules as never[], actor: ACTOR }
    const set = await agent.api.setTableRules({ workbook_id, name: table, body, idempotencyKey })
    const { version, enforce, on_violation, partial, broken, broken_count } = set
    const rulesNow = { version, enforce, on_violation, rules: set.rules.map(short), partial }
    return { ...rulesNow, broken: broken.slice(0, 20), broken_count }
  },
})

export const sendQuarantined = tool({
  name: 'send_quarantined',
  title: 'Send corrected rows into their table',
  description:
    'Rows of a file that break a rule wait in <table>_quarantine, each with its _reason and _origin (file, sheet, cell). Correct them there with edit_rows, then call this: rows that obey the rules come into the table and leave the quarantine, the others stay with the reason of now.',
  scope: 'workbooks:write',
  annotations: CHANGES,
  input: Type.Object({
    workbook_id: WorkbookId,
    table: TableName,
    row_ids: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        maxItems: 1_000,
        description: 'Rows of the quarantine; left out, all',
      }),
    ),
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({
    table: Type.String(),
    quarantine_table: Type.String(),
    sent: Type.Integer(),
    kept: Type.Array(Type.Object({ row_id: Type.Integer(), reason: Type.String() })),
    kept_count: Type.Integer(),
    waiting: Type.Integer({ description: 'Rows that were not looked at: call again' }),
  }),
  run: async (agent, { workbook_id, table: name, row_ids, idempotency_key: idempotencyKey }) => {
    const body = { row_ids: row_ids ?? null, actor: ACTOR }
    const done = await agent.api.sendQuarantinedRows({ workbook_id, name, body, idempotencyKey })
    const { table, quarantine_table, sent, kept, kept_count, waiting } = done
    return { table, quarantine_table, sent, kept: kept.slice(0, 20), kept_count, waiting }
  },
})
