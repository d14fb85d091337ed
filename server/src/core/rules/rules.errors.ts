import { ServiceError } from '../../platform/errors.ts'

/** A row that breaks a rule, as its writer may see it. */
export type VisibleViolation = {
  table: string
  /** Null where the rule is about columns that the caller may not see. */
  rule: { kind: string; name: string | null; columns: readonly string[] } | null
  row_id: number | null
  index: number | null
  message: string
}

/** With the places of all rows that break a rule, for a writer that goes on without them. */
export class RuleViolated extends ServiceError {
  /** The first of them. */
  readonly shown: readonly VisibleViolation[]
  readonly edits: ReadonlyMap<number, VisibleViolation>

  constructor(
    details: ConstructorParameters<typeof ServiceError>[2],
    shown: readonly VisibleViolation[],
    edits: ReadonlyMap<number, VisibleViolation>,
  ) {
    super('unprocessable', 'rule_violated', details)
    this.shown = shown
    this.edits = edits
  }
}

export function ruleViolated(
  violations: readonly VisibleViolation[],
  count: number,
  edits: ReadonlyMap<number, VisibleViolation> = new Map(),
) {
  const [first] = violations
  const broken = count === 1 ? '1 row breaks a rule' : `${count} rows break rules`
  return new RuleViolated(
    {
      title: 'Rows break a rule of the table',
      detail: [
        broken,
        ...(first ? [first.table === '' ? first.message : `${placeOf(first)}: ${first.message}`] : []),
      ].join('; '),
      suggestedFix: 'Correct the rows named in violations and send them again; GET …/rules shows the rules.',
      extra: { violations, violation_count: count },
    },
    violations,
    edits,
  )
}

const placeOf = ({ table, row_id: row }: VisibleViolation) => (row ? `row ${row} of ${table}` : `a row of ${table}`)

export const invalidRule = (index: number, message: string) =>
  new ServiceError('unprocessable', 'invalid_rule', {
    title: 'A rule cannot be kept',
    detail: `rules.${index} ${message}.`,
    suggestedFix: 'Correct the rule; docs/rules.md shows what each kind of rule takes.',
    extra: { index },
  })

export const rulesDoNotFit = (message: string) =>
  new ServiceError('unprocessable', 'invalid_rule', {
    title: 'A rule of the table does not fit this change',
    detail: `A rule ${message}.`,
    suggestedFix: 'Change or remove the rule first (PUT …/rules), then send the change again.',
    extra: { index: null },
  })

export const rulesChanged = (table: string, expected: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The rules changed since you read them',
    detail: `The rules of '${table}' are at version ${current}; you sent ${expected}.`,
    suggestedFix: `Read the rules again, re-apply your change, retry with expected_version ${current}.`,
    extra: { expected_version: expected, current_version: current, changed_rows: null },
  })
