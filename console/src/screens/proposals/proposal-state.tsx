import { Badge } from '../../parts/badge.tsx'
import type { Proposal } from '../../service/proposals.ts'
import { useWords } from '../../words/words.ts'
import { proposalsWords } from './proposals-words.ts'

const TONES = { applied: 'good', rejected: 'bad', withdrawn: 'plain', expired: 'plain' } as const

/** Where a proposal stands. */
export function ProposalState({ proposal }: { proposal: Proposal }) {
  const w = useWords(proposalsWords)
  const { state, approved, approvals, approvals_needed } = proposal
  if (state !== 'open') return <Badge tone={TONES[state]}>{w.states[state]}</Badge>
  return approved ? (
    <Badge tone="good">{w.approved}</Badge>
  ) : (
    <Badge tone="accent">{w.approvals(approvals, approvals_needed)}</Badge>
  )
}
