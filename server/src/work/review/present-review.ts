import type { Finding } from './finding.ts'
import { isComplete, type Review } from './review.ts'

const presentFinding = (finding: Finding) => ({
  finding_id: finding.findingId,
  check: finding.check,
  severity: finding.severity,
  table: finding.table,
  column: finding.column,
  row_ids: [...finding.rowIds],
  count: finding.count,
  message: finding.message,
  evidence: { sql: finding.evidence.sql, sample: [...finding.evidence.sample] },
  suggested_fix: finding.suggestedFix,
  judgement: finding.judgement && { verdict: finding.judgement.verdict, reason: finding.judgement.reason },
})

/** A review as its endpoint and its job tell it. */
export const presentReview = (review: Review) => ({
  findings: review.findings.map(presentFinding),
  findings_left_out: review.left,
  coverage: {
    tables_checked: review.coverage.tablesChecked,
    tables_skipped: review.coverage.tablesSkipped,
    rows_checked: review.coverage.rowsChecked,
    checks_run: review.coverage.checksRun,
    checks_skipped: review.coverage.checksSkipped,
    complete: isComplete(review.coverage),
  },
  judge: review.judge,
  mode: review.mode,
  advice: review.advice && { proposed: review.advice.proposed, dropped: review.advice.dropped },
  elapsed_ms: review.elapsedMs,
})
