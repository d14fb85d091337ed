import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { type ProposalDetail, renewProposals } from '../../service/proposals.ts'
import { useWords } from '../../words/words.ts'
import { ChooseValues } from './choose-values.tsx'
import { proposalsWords } from './proposals-words.ts'
import type { Rights } from './use-rights.ts'

type Props = { workbookId: string; proposal: ProposalDetail; rights: Rights }

/** What becomes of a proposal as a whole: written, or taken back by its author. */
export function ProposalActions({ workbookId, proposal, rights }: Props) {
  const w = useWords(proposalsWords)
  const [opened, setOpened] = useState<'withdraw' | 'choose' | null>(null)
  const { proposal_id: proposalId, tables } = proposal
  const hasConflicts = tables.some(({ conflict_count }) => conflict_count > 0)
  const applying = useApply(workbookId, proposal)
  const withdraw = async () => {
    await client.workbook(workbookId).withdrawProposal(proposalId)
    toast(w.said.withdraw)
    await renewProposals(workbookId)
  }
  const close = () => setOpened(null)
  return (
    <>
      {rights.mayWithdraw ? <Button onClick={() => setOpened('withdraw')}>{w.withdraw}</Button> : null}
      {rights.mayApply ? (
        <Button
          look="main"
          icon="check"
          isBusy={applying.isPending}
          onClick={() => (hasConflicts ? setOpened('choose') : applying.mutate('refuse'))}
        >
          {hasConflicts ? w.applyAnyway : w.apply}
        </Button>
      ) : null}
      {opened === 'withdraw' ? (
        <Confirm title={w.withdrawTitle} text={w.withdrawText} name={w.withdraw} onConfirm={withdraw} onClose={close} />
      ) : null}
      {opened === 'choose' ? <ChooseValues onChoose={(side) => applying.mutateAsync(side)} onClose={close} /> : null}
    </>
  )
}

function useApply(workbookId: string, { proposal_id: proposalId, tables }: ProposalDetail) {
  const w = useWords(proposalsWords)
  const workbook = client.workbook(workbookId)
  const undo = async () => {
    try {
      await workbook.undoSession(proposalId)
      toast(w.undone)
    } catch (error) {
      toastProblem(error)
    }
  }
  return useMutation({
    mutationFn: (on_conflict: 'refuse' | 'proposed' | 'current') =>
      workbook.applyProposal(proposalId, {
        on_conflict,
        // A choice holds for what was seen; without one nothing that others wrote is lost.
        ...(on_conflict === 'refuse'
          ? {}
          : {
              expected_versions: tables.map(({ table, edit_version }) => ({ table, expected_version: edit_version })),
            }),
      }),
    onSuccess: ({ inserted, updated, deleted, op_id }) =>
      toast(
        w.applied(inserted, updated, deleted),
        op_id === null ? {} : { action: { name: w.undo, run: () => void undo() } },
      ),
    onError: (error, side) => (side === 'refuse' ? toastProblem(error) : undefined),
    onSettled: () => renewProposals(workbookId),
  })
}
