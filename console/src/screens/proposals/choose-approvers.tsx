import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '../../parts/controls/field.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { type ProposalSettings, renewProposals } from '../../service/proposals.ts'
import { useWords } from '../../words/words.ts'
import { approversWords } from './approvers-words.ts'

type Person = { user_id: string; name: string; role: 'owner' | 'editor' | 'viewer' }
type Props = { workbookId: string; settings: ProposalSettings; people: readonly Person[]; onClose: () => void }

/** The service takes no more. */
const MOST_NEEDED = 20
const MOST_REVIEWERS = 50

/** Any editor, or users who are named; and how many of them. */
export function ChooseApprovers({ workbookId, settings, people, onClose }: Props) {
  const w = useWords(approversWords)
  const editors = people.flatMap(({ role, ...each }) => (role === 'viewer' ? [] : [{ ...each, role }]))
  const isEditor = (userId: string) => editors.some(({ user_id }) => user_id === userId)
  const former = settings.reviewers.filter((userId) => !isEditor(userId)).length
  const [isAny, setAny] = useState(settings.reviewers.length === 0)
  const [chosen, setChosen] = useState(settings.reviewers.filter(isEditor))
  const [minimum, setMinimum] = useState(String(settings.minimum))
  const most = Math.min(MOST_NEEDED, isAny ? MOST_NEEDED : chosen.length)
  const needed = Number(minimum)
  const isReady =
    Number.isInteger(needed) && needed >= 1 && needed <= most && (isAny || chosen.length <= MOST_REVIEWERS)
  const saving = useMutation({
    mutationFn: () =>
      client.api.setProposalSettings({
        workbook_id: workbookId,
        body: { reviewers: isAny ? [] : chosen, minimum: needed },
      }),
    onSuccess: async () => {
      toast(w.saved)
      onClose()
      await renewProposals(workbookId)
    },
  })
  const toggle = (userId: string) =>
    setChosen(chosen.includes(userId) ? chosen.filter((each) => each !== userId) : [...chosen, userId])
  return (
    <FormDialog
      title={w.title}
      action={w.save}
      className="approver-choice"
      sending={saving}
      isReady={isReady}
      onClose={onClose}
    >
      <p className="soft">{w.lead}</p>
      <fieldset>
        <legend>{w.who}</legend>
        <label>
          <input type="radio" name="who" checked={isAny} onChange={() => setAny(true)} />
          <span>{w.any}</span>
        </label>
        <label>
          <input type="radio" name="who" checked={!isAny} onChange={() => setAny(false)} />
          <span>{w.named}</span>
        </label>
      </fieldset>
      {isAny ? null : (
        <fieldset className="approver-list">
          <legend>{w.users}</legend>
          {editors.map(({ user_id: userId, name, role }) => (
            <label key={userId}>
              <input type="checkbox" checked={chosen.includes(userId)} onChange={() => toggle(userId)} />
              <span>{name}</span>
              <small className="soft">{w.roles[role]}</small>
            </label>
          ))}
        </fieldset>
      )}
      {former > 0 && !isAny ? <p className="soft">{w.former(former)}</p> : null}
      <TextField
        label={w.minimum}
        type="number"
        min={1}
        max={Math.max(1, most)}
        required
        value={minimum}
        onChange={(event) => setMinimum(event.target.value)}
        error={errorOf({ isAny, count: chosen.length, needed, most }, w)}
        hint={!isAny && chosen.length > 0 && needed === chosen.length ? w.allOfThem : null}
      />
    </FormDialog>
  )
}

type Chosen = { isAny: boolean; count: number; needed: number; most: number }

function errorOf({ isAny, count, needed, most }: Chosen, w: ReturnType<typeof useWords<typeof approversWords.en>>) {
  if (!isAny && count === 0) return w.chooseOne
  return needed > most ? w.tooMany(most) : null
}
