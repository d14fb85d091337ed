import { lazy, Suspense, useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { useWords } from '../../words/words.ts'
import { linkWords } from './link-words.ts'
import type { SharedThing } from './share-dialog.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

/** Shares a table, a saved view or a dashboard with people who have no account. */
export function ShareButton({ thing }: { thing: SharedThing }) {
  const w = useWords(linkWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {w.share}
      </Button>
      {isOpen ? (
        <Suspense>
          <ShareDialog thing={thing} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
