import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { type ProposalDetail, renewProposals } from '../../service/proposals.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { proposalsWords } from './proposals-words.ts'
import { useAuthor } from './use-author.ts'
import type { Rights } from './use-rights.ts'

type Props = { workbookId: string; proposal: ProposalDetail; rights: Rights }
type Verdict = ProposalDetail['reviews'][number]['verdict']

const TONES = { approve: 'good', reject: 'bad', comment: 'plain' } as const

/** What reviewers said, and the place to say something or to decide. */
export function ProposalTalk({ workbookId, proposal, rights }: Props) {
  const w = useWords(proposalsWords)
  const author = useAuthor(workbookId)
  const { moment } = useFormats()
  const isSeen = proposal.tables.every(({ partial }) => !partial)
  return (
    <section className="proposal-talk">
      <h2 className="proposal-heading">{w.talk}</h2>
      {proposal.reviews.length === 0 ? <p className="soft">{w.nothingSaid}</p> : null}
      <ol>
        {proposal.reviews.map(({ review_id, verdict, text, actor, created_at }) => (
          <li key={review_id}>
            <p className="proposal-said">
              <strong>{author(actor)}</strong> <Badge tone={TONES[verdict]}>{w.verdicts[verdict]}</Badge>{' '}
              <small className="soft">{moment(created_at)}</small>
            </p>
            {text !== null ? <p className="proposal-text">{text}</p> : null}
            {text === null && !isSeen ? <p className="soft">{w.hidden}</p> : null}
          </li>
        ))}
      </ol>
      <Say workbookId={workbookId} proposal={proposal} rights={rights} />
    </section>
  )
}

function Say({ workbookId, proposal, rights }: Props) {
  const w = useWords(proposalsWords)
  const id = useId()
  const [text, setText] = useState('')
  const [isRejecting, setRejecting] = useState(false)
  const said = text.trim() === '' ? null : text.trim()
  const saying = useMutation({
    mutationFn: (verdict: Verdict) =>
      client.workbook(workbookId).reviewProposal(proposal.proposal_id, { verdict, text: said }),
    onSuccess: (_, verdict) => {
      setText('')
      toast(w.said[verdict])
    },
    onSettled: () => renewProposals(workbookId),
  })
  const busyWith = (verdict: Verdict) => saying.isPending && saying.variables === verdict
  return (
    <div className="proposal-say">
      <label htmlFor={id}>{w.yourWords}</label>
      <textarea
        id={id}
        className="input"
        rows={3}
        maxLength={4000}
        placeholder={w.yourWordsHint}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="proposal-buttons">
        {rights.mayJudge ? (
          <>
            <Button
              look={proposal.approved ? 'plain' : 'main'}
              isBusy={busyWith('approve')}
              onClick={() => saying.mutate('approve')}
            >
              {w.approve}
            </Button>
            <Button look="danger" onClick={() => setRejecting(true)}>
              {w.reject}
            </Button>
          </>
        ) : null}
        <Button disabled={said === null} isBusy={busyWith('comment')} onClick={() => saying.mutate('comment')}>
          {w.comment}
        </Button>
      </div>
      {saying.error && !isRejecting ? <ProblemNote error={saying.error} /> : null}
      {isRejecting ? (
        <Confirm
          title={w.rejectTitle}
          text={w.rejectText}
          name={w.reject}
          onConfirm={() => saying.mutateAsync('reject')}
          onClose={() => setRejecting(false)}
        />
      ) : null}
    </div>
  )
}
