import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { DropZone } from '../../parts/controls/drop-zone.tsx'
import { useWords } from '../../words/words.ts'
import { useMerge } from './merge-state.ts'
import { OpenBranches } from './open-branches.tsx'
import { returnedWords } from './returned-words.ts'
import { SendOut } from './send-out.tsx'
import { TakenFile } from './taken-file.tsx'
import './returned.css'

/** Tables that go out as a file and come back edited. */
export function ReturnedFiles({ workbookId }: { workbookId: string }) {
  const w = useWords(returnedWords)
  const acts = useMerge(workbookId)
  const [isSending, setSending] = useState(false)
  const { state } = acts
  return (
    <>
      <div className="files-lead">
        <p className="soft">{w.lead}</p>
        <Button icon="download" onClick={() => setSending(true)}>
          {w.send}
        </Button>
      </div>
      {state.stage === 'none' ? (
        <DropZone label={w.drop} hint={w.dropHint} accept=".xlsx,.csv" onFile={(file) => void acts.take(file)} />
      ) : (
        <TakenFile workbookId={workbookId} state={state} acts={acts} />
      )}
      <OpenBranches workbookId={workbookId} />
      {isSending ? <SendOut workbookId={workbookId} onClose={() => setSending(false)} /> : null}
    </>
  )
}
