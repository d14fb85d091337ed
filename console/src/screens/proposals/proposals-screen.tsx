import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { type Proposal, proposalsQuery } from '../../service/proposals.ts'
import { workbookQuery } from '../../service/workbooks.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { Approvers } from './approvers.tsx'
import { ProposalState } from './proposal-state.tsx'
import { proposalsWords } from './proposals-words.ts'
import { useAuthor } from './use-author.ts'
import './proposals.css'

/** What waits for a reviewer in the workbook, and what was decided. */
export function ProposalsScreen() {
  const w = useWords(proposalsWords)
  const workbookId = useWorkbookId()
  const isViewer = useQuery(workbookQuery(workbookId)).data?.role === 'viewer'
  const [state, setState] = useState<'open' | 'closed'>('open')
  const found = useQuery({ ...proposalsQuery(workbookId, state), enabled: !isViewer })
  const tabs = [
    { key: 'open', name: w.open },
    { key: 'closed', name: w.closed },
  ] as const
  if (isViewer)
    return (
      <Page title={w.title} about={w.lead}>
        <EmptyState icon="review" title={w.viewerTitle} text={w.viewerText} />
      </Page>
    )
  return (
    <Page title={w.title} about={w.lead}>
      <Approvers workbookId={workbookId} />
      <Tabs label={w.title} tabs={tabs} chosen={state} onChoose={setState} />
      <Asked query={found}>
        {(proposals) =>
          proposals.length === 0 ? (
            <EmptyState icon="review" title={w.noneTitle} text={state === 'open' ? w.none : w.noneClosed}>
              <Link className="button plain" to="/account/settings" search={{ part: 'tokens' }}>
                {w.toTokens}
              </Link>
            </EmptyState>
          ) : (
            <ul className="proposals">
              {proposals.map((each) => (
                <Line key={each.proposal_id} proposal={each} workbookId={workbookId} />
              ))}
            </ul>
          )
        }
      </Asked>
    </Page>
  )
}

function Line({ proposal, workbookId }: { proposal: Proposal; workbookId: string }) {
  const w = useWords(proposalsWords)
  const author = useAuthor(workbookId)
  const { moment, ago, day } = useFormats()
  const { proposal_id, title, row_count, created_at, closed_at, expires_at, state } = proposal
  return (
    <li>
      <Icon name="review" />
      <span className="proposal-line">
        <Link to="/w/$workbookId/proposals/$proposalId" params={{ workbookId, proposalId: proposal_id }}>
          {title}
        </Link>
        <small className="soft">
          {[
            w.by(author(proposal.author), state === 'open' ? ago(created_at) : moment(closed_at ?? created_at)),
            w.rows(row_count),
            ...(state === 'open' ? [w.expires(day(expires_at))] : []),
          ].join(' · ')}
        </small>
      </span>
      <ProposalState proposal={proposal} />
    </li>
  )
}
