import type { RuleQuestion } from '../../engine/builder/build-request.ts'
import { buildFrom } from '../../engine/storage/bulk/build-content.ts'
import type { Storage } from '../../engine/storage/storage.ts'
import type { ContentPlan } from '../../engine/table/content.ts'
import type { Column } from '../../engine/table/table.ts'
import { type CompiledRule, referredColumn } from './compile-rules.ts'
import { Layout } from './layout.ts'
import type { RuleReport, Violation } from './rule.ts'
import { conditionQuestion, goneQuestion, referenceQuestion, uniqueQuestion } from './rule-questions.ts'

/** What a table holds before a write and after it. `entering`: the rows that the write brings; the others are there already. */
export type ChangedContent = {
  tableId: string
  before: ContentPlan | null
  after: ContentPlan
  entering: ContentPlan
  rules: readonly CompiledRule[]
}

/** A column of a table as it is after the write, and before it where the write changes it. */
export type ReferredContent = { after: ContentPlan; before: ContentPlan | null }

/** A rule of a table whose rows the write does not bring, about a column that it does. */
export type ReferringContent = {
  tableId: string
  index: number
  plan: ContentPlan
  columnId: number
  target: ReferredContent
  targetOrigin: number
}

export type ContentCheck = {
  changed: readonly ChangedContent[]
  /** By table: what references point into, after the write. */
  targets: ReadonlyMap<string, ContentPlan>
  referring: readonly ReferringContent[]
}

type RuleCheck = { rule: Violation['rule']; question: RuleQuestion }

/** What whole contents would break, found by one builder in one pass per rule. */
export async function checkContent(storage: Storage, check: ContentCheck): Promise<Omit<RuleReport, 'seen'>> {
  const layout = new Layout()
  const asked = [
    ...check.changed.flatMap((content) => questionsOf(layout, content, check.targets)),
    ...check.referring.flatMap((rule) => goneOf(layout, rule)),
  ]
  const [first] = layout.plans
  if (asked.length === 0 || !first) return { violations: [], count: 0 }
  const answers = await buildFrom(
    storage,
    first.workbookId,
    layout.plans.flatMap(({ segments }) => segments),
    async (builder) => {
      const sources = await layout.lay(storage, builder)
      return builder.ask({
        kind: 'check-rules',
        sources,
        questions: asked.map(({ question }) => question),
      })
    },
  )
  const violations = asked.flatMap(({ rule }, n) =>
    (answers[n]?.rowIds ?? []).map((rowId): Violation => ({ rule, edit: null, rowId })),
  )
  return { violations, count: answers.reduce((sum, { count }) => sum + count, 0) }
}

function questionsOf(layout: Layout, content: ChangedContent, targets: ReadonlyMap<string, ContentPlan>): RuleCheck[] {
  const { tableId, before, after, entering, rules } = content
  const askedOf = ({ index, columnIds, test }: CompiledRule): RuleCheck[] => {
    const rule = { tableId, index }
    const rows = layout.name(entering, columnIds)
    // Rows that were there just so break nothing now that they did not break before.
    const hasSame =
      before !== null &&
      before !== entering &&
      columnIds.every((id) => before.columns.some((column) => column.id === id))
    const same = hasSame && before ? layout.name(before, columnIds) : null
    switch (test.kind) {
      case 'condition':
        return [{ rule, question: conditionQuestion({ rows, same, columnIds }, test.condition) }]
      case 'unique':
        return [{ rule, question: uniqueQuestion({ rows, same, columnIds }, layout.name(after, columnIds)) }]
      case 'reference': {
        const target = targets.get(test.tableId)
        const column: Column | undefined = target && referredColumn(test, target.columns)
        if (!target || !column) return []
        return [
          { rule, question: referenceQuestion({ rows, same, columnIds }, layout.name(target, [column.id]), column.id) },
        ]
      }
    }
  }
  return rules.flatMap(askedOf)
}

function goneOf(
  layout: Layout,
  { tableId, index, plan, columnId, target, targetOrigin }: ReferringContent,
): RuleCheck[] {
  const { before, after } = target
  const [was, is] = [before, after].map((content) => content?.columns.find(({ origin }) => origin === targetOrigin))
  // A column that is gone is referred to no longer; the rule waits until it is back.
  if (!before || !was || !is) return []
  const rows = layout.name(plan, [columnId])
  const places = {
    before: layout.name(before, [was.id]),
    after: layout.name(after, [is.id]),
    wasId: was.id,
    isId: is.id,
  }
  return [{ rule: { tableId, index }, question: goneQuestion(rows, columnId, places) }]
}
