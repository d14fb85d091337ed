import { useSyncExternalStore } from 'react'
import { Button } from '../parts/controls/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { queries } from '../service/queries.ts'
import { useWords } from '../words/words.ts'
import { shellWords } from './shell-words.ts'

function listen(heard: () => void) {
  addEventListener('online', heard)
  addEventListener('offline', heard)
  return () => {
    removeEventListener('online', heard)
    removeEventListener('offline', heard)
  }
}

/** Says that the browser has no connection. What was asked for meanwhile is asked again when it is back. */
export function OfflineBar() {
  const w = useWords(shellWords)
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine)
  return (
    <div role="status">
      {isOnline ? null : (
        <div className="offline-bar">
          <Icon name="warning" />
          <span>{w.offline}</span>
          <Button look="quiet" onClick={() => void queries.invalidateQueries()}>
            {w.tryNow}
          </Button>
        </div>
      )}
    </div>
  )
}
