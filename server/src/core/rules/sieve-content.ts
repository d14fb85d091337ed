import type { RuleQuestion } from '../../engine/builder/build-request.ts'
import { buildFrom } from '../../engine/storage/bulk/build-content.ts'
import type { Storage } from '../../engine/storage/storage.ts'
import type { ContentPlan } from '../../engine/table/content.ts'
import { assertState } from '../../platform/errors.ts'
import { type CompiledRule, referredColumn } from './compile-rules.ts'
import { Layout } from './layout.ts'
import { conditionQuestion, laterQuestion, referenceQuestion } from './rule-questions.ts'

/** What a table holds after a write, and which rows of it the write brings. */
export type ContentToSieve = {
  tableId: string
  after: ContentPlan
  entering: ContentPlan
  rules: readonly CompiledRule[]
  /** By table: what references point into, after the write. */
  targets: ReadonlyMap<string, ContentPlan>
}

/** Rows that come and break a rule: by their ids, each with the places of the rules in their set. */
export type BreakingRows = { count: number; rows: ReadonlyMap<number, readonly number[]> }

type IndexedQuestion = { index: number; question: RuleQuestion }

/** The rows of a write without which the others break no rule of its table. More than `most` are counted only. */
export async function sieveContent(storage: Storage, content: ContentToSieve, most: number): Promise<BreakingRows> {
  const layout = new Layout()
  const rounds = roundsOf(layout, content)
  const asked = rounds.flat()
  if (asked.length === 0) return { count: 0, rows: new Map() }
  const { plans } = layout
  const of = plans.flatMap((plan, n) => (plan === content.after || plan === content.entering ? [n] : []))
  const { count, rows } = await buildFrom(
    storage,
    content.after.workbookId,
    plans.flatMap(({ segments }) => segments),
    async (builder) =>
      builder.ask({
        kind: 'sieve-rules',
        sources: await layout.lay(storage, builder),
        sieve: { of, rounds: rounds.map((round) => round.map(({ question }) => question)), most },
      }),
  )
  const indexAt = (n: number) => {
    const found = asked[n]
    assertState(found, 'a builder answers what it was asked')
    return found.index
  }
  return { count, rows: new Map(rows.map(([rowId, questions]) => [rowId, questions.map(indexAt)])) }
}

/** First what a row breaks alone, then what depends on which others stay. */
function roundsOf(layout: Layout, { tableId, after, entering, rules, targets }: ContentToSieve): IndexedQuestion[][] {
  const alone: IndexedQuestion[] = []
  const together: IndexedQuestion[][] = []
  for (const { index, columnIds, test } of rules) {
    const rows = layout.name(entering, columnIds)
    const coming = { rows, same: null, columnIds }
    if (test.kind === 'condition') alone.push({ index, question: conditionQuestion(coming, test.condition) })
    else if (test.kind === 'unique')
      together.push([{ index, question: laterQuestion(coming, layout.name(after, columnIds)) }])
    else {
      const target = targets.get(test.tableId)
      const column = target && referredColumn(test, target.columns)
      if (!target || !column) continue
      const asked = { index, question: referenceQuestion(coming, layout.name(target, [column.id]), column.id) }
      if (test.tableId === tableId) together.push([asked])
      else alone.push(asked)
    }
  }
  return [alone, ...together].filter((round) => round.length > 0)
}
