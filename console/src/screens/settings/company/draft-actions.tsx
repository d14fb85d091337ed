import { Button } from '../../../parts/controls/button.tsx'

type Words = { save: string; discard: string; unsaved: string }

/** Below a form that holds what was not saved yet. */
export function DraftActions({ words, isBusy, onDiscard }: { words: Words; isBusy: boolean; onDiscard: () => void }) {
  return (
    <div className="company-actions">
      <Button look="main" type="submit" isBusy={isBusy}>
        {words.save}
      </Button>
      <Button look="quiet" onClick={onDiscard}>
        {words.discard}
      </Button>
      <span className="soft">{words.unsaved}</span>
    </div>
  )
}
