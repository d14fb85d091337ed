import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Button } from '../../parts/button.tsx'
import { DropZone } from '../../parts/drop-zone.tsx'
import { Page } from '../../parts/page.tsx'
import { useWords } from '../../words/words.ts'
import { useMerge } from './merge-state.ts'
import { OpenBranches } from './open-branches.tsx'
import { returnedWords } from './returned-words.ts'
import { SendOut } from './send-out.tsx'
import { TakenFile } from './taken-file.tsx'
import './returned.css'

export function ReturnedScreen() {
  const w = useWords(returnedWords)
  const workbookId = useWorkbookId()
  const acts = useMerge(workbookId)
  const [isSending, setSending] = useState(false)
  const { state } = acts
  return (
    <Page
      title={w.title}
      about={w.lead}
      actions={
        <Button icon="download" onClick={() => setSending(true)}>
          {w.send}
        </Button>
      }
    >
      {state.stage === 'none' ? (
        <DropZone label={w.drop} hint={w.dropHint} accept=".xlsx,.csv" onFile={(file) => void acts.take(file)} />
      ) : (
        <TakenFile workbookId={workbookId} state={state} acts={acts} />
      )}
      <OpenBranches workbookId={workbookId} />
      {isSending ? <SendOut workbookId={workbookId} onClose={() => setSending(false)} /> : null}
    </Page>
  )
}
