import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { peopleQuery } from '../../service/people.ts'
import { proposalSettingsQuery } from '../../service/proposals.ts'
import { useWords } from '../../words/words.ts'
import { approversWords } from './approvers-words.ts'
import { ChooseApprovers } from './choose-approvers.tsx'
import { useNames } from './use-author.ts'
import './approvers.css'

/** Who approves proposals of the workbook; an admin changes it here. */
export function Approvers({ workbookId }: { workbookId: string }) {
  const w = useWords(approversWords)
  const nameOf = useNames(workbookId)
  const { data: settings } = useQuery(proposalSettingsQuery(workbookId))
  const { data: people } = useQuery(peopleQuery(workbookId))
  const [isOpen, setOpen] = useState(false)
  if (!settings || !people) return null
  const { reviewers, minimum, may_change: mayChange } = settings
  const who =
    reviewers.length === 0 ? w.anyEditor : w.these(reviewers.map(nameOf).toSorted((a, b) => a.localeCompare(b)))
  return (
    <section className="approvers" aria-label={w.title}>
      <Icon name="people" />
      <p>
        {who} {w.needed(minimum)}
      </p>
      {mayChange ? <Button onClick={() => setOpen(true)}>{w.change}</Button> : null}
      {isOpen ? (
        <ChooseApprovers
          workbookId={workbookId}
          settings={settings}
          people={people.map((each) => ({ ...each, name: nameOf(each.user_id) }))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  )
}
