import { useSyncExternalStore } from 'react'
import { useProblemText } from '../parts/answers/problem-texts.ts'
import { Button } from '../parts/controls/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { following } from '../service/live.ts'
import { queries } from '../service/queries.ts'
import { useWords } from '../words/words.ts'
import { useKept } from './kept.ts'
import { shellWords } from './shell-words.ts'

function listen(heard: () => void) {
  addEventListener('online', heard)
  addEventListener('offline', heard)
  return () => {
    removeEventListener('online', heard)
    removeEventListener('offline', heard)
  }
}

/** Says that changes of others do not arrive: for now, and tried again; or refused. */
export function LiveBar() {
  const w = useWords(shellWords)
  const now = useKept(following)
  const said = useProblemText(now.state === 'refused' ? now.problem : null)
  return (
    <div role="status">
      {now.state === 'live' ? null : (
        <div className="offline-bar">
          <Icon name="warning" />
          <span>
            {now.state === 'late' ? w.late : w.refused} {said?.title} {said?.advice}
          </span>
          <Button look="quiet" onClick={() => location.reload()}>
            {w.reload}
          </Button>
        </div>
      )}
    </div>
  )
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
