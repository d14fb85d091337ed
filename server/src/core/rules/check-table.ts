import type { ContentPlan } from '../../engine/table/content.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres.ts'
import { checkContent } from './check-content.ts'
import { compileRules } from './compile-rules.ts'
import { currentContent } from './content-after.ts'
import type { Rule, RuleReport } from './rule.ts'

/** What the rows that a table has now break. `db` says whose now: that of a transaction, or what is committed. */
export async function reportOnTable(
  { bulk }: Pick<Context, 'bulk'>,
  { db, workbookId, tableId }: { db: Db; workbookId: string; tableId: string },
  rules: readonly Rule[],
): Promise<RuleReport> {
  const content = await currentContent(db, workbookId, tableId)
  if (!content) return { violations: [], count: 0, seen: [] }
  const compiled = compileRules(rules, content.columns)
  const contents = new Map<string, ContentPlan>([[tableId, content]])
  for (const { test } of compiled) {
    if (test.kind !== 'reference' || contents.has(test.tableId)) continue
    const target = await currentContent(db, workbookId, test.tableId)
    if (target) contents.set(target.tableId, target)
  }
  const changed = { tableId, before: null, after: content, entering: content, rules: compiled }
  const report = await checkContent(bulk.storage, { changed: [changed], targets: contents, referring: [] })
  return { ...report, seen: [...contents].map(([id, { version }]) => ({ tableId: id, version })) }
}
