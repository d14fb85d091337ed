import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../parts/badge.tsx'
import { Icon } from '../../parts/icon.tsx'
import { type ProposalDetail, proposalSettingsQuery } from '../../service/proposals.ts'
import { useWords } from '../../words/words.ts'
import { proposalsWords } from './proposals-words.ts'
import { useNames } from './use-author.ts'
import type { Rights } from './use-rights.ts'

type Props = { workbookId: string; proposal: ProposalDetail; rights: Rights }

/** Who must approve, and what follows when it is applied. */
export function ProposalSide({ workbookId, proposal, rights }: Props) {
  const w = useWords(proposalsWords)
  const { state, violations, stale } = proposal
  const standing = useStanding(proposal, rights)
  return (
    <aside className="proposal-side" aria-label={w.approvalsTitle}>
      <section>
        <h2 className="proposal-heading">{w.approvalsTitle}</h2>
        {state === 'open' ? <p>{standing}</p> : null}
        <Reviewers workbookId={workbookId} proposal={proposal} />
      </section>
      {state === 'open' ? (
        <section>
          <h2 className="proposal-heading">{w.effects}</h2>
          {violations?.length === 0 ? (
            <p className="proposal-fine">
              <Icon name="check" /> {w.noneBroken}
            </p>
          ) : null}
          {stale.length === 0 ? (
            <p className="soft">{w.noneStale}</p>
          ) : (
            <>
              <p>{w.stale}</p>
              <ul className="proposal-stale">
                {stale.map((tableName) => (
                  <li key={tableName}>
                    <Link to="/w/$workbookId/tables/$tableName" params={{ workbookId, tableName }} search={{}}>
                      {tableName}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      ) : null}
    </aside>
  )
}

function useStanding({ approved, approvals, approvals_needed, tables }: ProposalDetail, rights: Rights): string {
  const w = useWords(proposalsWords)
  if (approved) return w.ready
  const waits = w.waits(approvals_needed - approvals)
  if (rights.isAuthor) return `${waits} ${w.own}`
  if (!rights.mayJudge && tables.every(({ partial }) => !partial)) return `${waits} ${w.notReviewer}`
  return waits
}

const TONES = { approve: 'good', reject: 'bad', comment: 'plain', none: 'plain' } as const

/** The reviewers of the workbook, or those who have judged it where any editor may. */
function Reviewers({ workbookId, proposal }: { workbookId: string; proposal: ProposalDetail }) {
  const w = useWords(proposalsWords)
  const nameOf = useNames(workbookId)
  const { data: settings } = useQuery(proposalSettingsQuery(workbookId))
  const last = new Map<string, 'approve' | 'reject'>()
  for (const { verdict, actor } of proposal.reviews)
    if (verdict !== 'comment' && actor.user_id !== null) last.set(actor.user_id, verdict)
  const named = settings?.reviewers ?? []
  const shown = [...new Set([...named, ...last.keys()])]
  return (
    <>
      {settings && named.length === 0 ? <p className="soft">{w.anyEditor}</p> : null}
      {shown.length > 0 ? (
        <ul className="proposal-reviewers" aria-label={w.reviewers}>
          {shown.map((userId) => {
            const verdict = last.get(userId) ?? 'none'
            return (
              <li key={userId} className="proposal-reviewer">
                <span>{nameOf(userId)}</span>
                <Badge tone={TONES[verdict]}>{w.verdicts[verdict]}</Badge>
              </li>
            )
          })}
        </ul>
      ) : null}
    </>
  )
}
