import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { TextField } from '../../../parts/controls/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { FormDialog } from '../../../parts/overlays/form-dialog.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { keys, queries } from '../../../service/queries.ts'
import { misfitWords, sayMisfit } from '../../../words/misfit-words.ts'
import { useWords } from '../../../words/words.ts'
import { templateWords } from './template-words.ts'

type TemplateSource = { workbookId: string; sourceName: string }

/** Which template has read the file, or why none has. */
export function TemplateBar({
  source,
  place,
  mayCorrect,
}: {
  source: Wire.Source
  place: TemplateSource
  mayCorrect: boolean
}) {
  const w = useWords(templateWords)
  const misfit = useWords(misfitWords)
  const {
    template,
    template_misses: [miss],
  } = source
  const refuse = useRefusal(place)
  if (template)
    return (
      <section className="question">
        <Icon name="table" />
        <p>{w.readBy(template.name)}</p>
        {mayCorrect ? (
          <Button isBusy={refuse.isPending} onClick={() => refuse.mutate()}>
            {w.refuse}
          </Button>
        ) : null}
        {refuse.error ? <ProblemNote error={refuse.error} /> : null}
      </section>
    )
  if (!miss) return null
  return (
    <section className="question">
      <Icon name="table" />
      <div className="question-text">
        <p>{w.nearly(miss.name)}</p>
        <ul>
          {miss.reasons.slice(0, 5).map((reason) => (
            <li key={reason.message}>{sayMisfit(misfit, reason)}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function useRefusal({ workbookId, sourceName }: TemplateSource) {
  return useMutation({
    mutationFn: async () => {
      const source = client.workbook(workbookId).source(sourceName)
      const { spec_version, revision } = await source.parseSpec()
      await source.patch({ spec_version, revision, operations: [{ op: 'refuse_template' }] })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.workbook(workbookId) }),
  })
}

/** Keeps how the file is read for files to come. */
export function SaveTemplate({ workspaceId, place }: { workspaceId: string; place: TemplateSource }) {
  const w = useWords(templateWords)
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState(place.sourceName.replace(/\.[^.]+$/, ''))
  const save = useMutation({
    mutationFn: () =>
      client.api.createTemplate({
        workspace_id: workspaceId,
        body: { name, workbook_id: place.workbookId, source_name: place.sourceName },
      }),
    onSuccess: async () => {
      setOpen(false)
      toast(w.saved(name))
      await queries.invalidateQueries({ queryKey: ['account', 'templates'] })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{w.save}</Button>
      {isOpen ? (
        <FormDialog
          title={w.title}
          action={w.save}
          sending={save}
          isReady={name.trim() !== ''}
          onClose={() => setOpen(false)}
        >
          <p>{w.text}</p>
          <TextField label={w.name} value={name} onChange={(event) => setName(event.target.value)} maxLength={100} />
        </FormDialog>
      ) : null}
    </>
  )
}
