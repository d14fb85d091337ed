import { Type } from 'typebox'
import { CHANGES, READS, tool } from '../tool.ts'
import { ACTOR, Anything, IdempotencyKey, TableName, WorkbookId } from './fields.ts'

const Rules = Type.Object({
  version: Type.Integer({ description: 'What set_rules expects' }),
  enforce: Type.String(),
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
    const { version, enforce, rules, partial } = await agent.api.readTableRules({ workbook_id, name: table })
    return { version, enforce, rules: rules.map(short), partial }
  },
})

export const setRules = tool({
  name: 'set_rules',
  title: 'Set the rules of a table',
  description:
    'Takes the place of all rules of a table: read them with get_rules first. {kind: required, column}, {kind: unique, columns}, {kind: range, column, min, max}, {kind: pattern, column, pattern} (RE2, whole text), {kind: one_of, column, values}, {kind: reference, column, table, table_column}, {kind: row, name, expression} such as gross >= net; each may have a message for people. dry_run lists the rows that break them; enforce: new keeps such rows until they are changed.',
  scope: 'workbooks:write',
  annotations: CHANGES,
  input: Type.Object({
    workbook_id: WorkbookId,
    table: TableName,
    rules: Type.Array(Anything, { maxItems: 200 }),
    expected_version: Type.Integer({ description: 'From get_rules; 0 where there are none' }),
    enforce: Type.Optional(Type.Union([Type.Literal('all'), Type.Literal('new')])),
    dry_run: Type.Optional(Type.Boolean()),
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({ ...Rules.properties, broken: Type.Array(Anything), broken_count: Type.Integer() }),
  run: async (agent, { workbook_id, table, rules, idempotency_key: idempotencyKey, ...asked }) => {
    // Safe: the endpoint looks at each of them.
    const body = { ...asked, rules: rules as never[], actor: ACTOR }
    const set = await agent.api.setTableRules({ workbook_id, name: table, body, idempotencyKey })
    const { version, enforce, partial, broken, broken_count } = set
    return { version, enforce, rules: set.rules.map(short), partial, broken: broken.slice(0, 20), broken_count }
  },
})
