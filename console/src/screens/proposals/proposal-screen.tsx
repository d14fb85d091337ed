import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Page } from '../../parts/page.tsx'
import { type ProposalDetail, proposalQuery } from '../../service/proposals.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { ProposalActions } from './proposal-actions.tsx'
import { ProposalNotes } from './proposal-notes.tsx'
import { ProposalSide } from './proposal-side.tsx'
import { ProposalState } from './proposal-state.tsx'
import { ProposalTalk } from './proposal-talk.tsx'
import { proposalsWords } from './proposals-words.ts'
import { TableDiff } from './table-diff.tsx'
import { useAuthor } from './use-author.ts'
import { useRights } from './use-rights.ts'
import './proposals.css'

/** One proposal, read like a pull request: what changes cell by cell, what follows, and what reviewers say. */
export function ProposalScreen() {
  const workbookId = useWorkbookId()
  const { proposalId } = useParams({ from: '/w/$workbookId/proposals/$proposalId' })
  const found = useQuery(proposalQuery(workbookId, proposalId))
  return <Asked query={found}>{(proposal) => <Shown workbookId={workbookId} proposal={proposal} />}</Asked>
}

function Shown({ workbookId, proposal }: { workbookId: string; proposal: ProposalDetail }) {
  const w = useWords(proposalsWords)
  const author = useAuthor(workbookId)
  const { moment, day } = useFormats()
  const rights = useRights(workbookId, proposal)
  const { title, description, state, created_at, expires_at, tables } = proposal
  return (
    <Page
      title={title}
      about={
        <span className="proposal-about">
          <ProposalState proposal={proposal} />
          <span>{w.by(author(proposal.author), moment(created_at))}</span>
          {state === 'open' ? <span>{w.expires(day(expires_at))}</span> : null}
          <Link to="/w/$workbookId/proposals" params={{ workbookId }}>
            {w.back}
          </Link>
        </span>
      }
      actions={<ProposalActions workbookId={workbookId} proposal={proposal} rights={rights} />}
    >
      <div className="proposal">
        <div className="proposal-main">
          {description ? <p className="proposal-description">{description}</p> : null}
          <ProposalNotes proposal={proposal} />
          {tables.map((table) => (
            <TableDiff key={table.table_id} workbookId={workbookId} diff={table} isOpen={state === 'open'} />
          ))}
          <ProposalTalk workbookId={workbookId} proposal={proposal} rights={rights} />
        </div>
        <ProposalSide workbookId={workbookId} proposal={proposal} rights={rights} />
      </div>
    </Page>
  )
}
