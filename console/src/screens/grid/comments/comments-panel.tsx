import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { Asked, Loaded } from '../../../parts/answers/asked.tsx'
import { IconButton } from '../../../parts/controls/button.tsx'
import type { RowPages } from '../../../parts/grid/rows/row-pages.ts'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { keys } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { CommentBox } from './comment-box.tsx'
import { CommentThread } from './comment-thread.tsx'
import { commentWords } from './comment-words.ts'
import { type Comments, readThreads, type Thread } from './use-comments.ts'
import './comments.css'

type Props = {
  comments: Comments
  pages: RowPages
  isWritable: boolean
  onShow: (row: number, column: string | null) => void
  onClose: () => void
}

/** Everything that was said about a table, beside the grid. */
export function CommentsPanel({ comments, pages, isWritable, onShow, onClose }: Props) {
  const w = useWords(commentWords)
  const workbookId = useWorkbookId()
  const [isResolvedShown, setResolvedShown] = useState(false)
  const resolved = useQuery({
    queryKey: keys.of(workbookId, 'comments', comments.table, 'resolved'),
    enabled: isResolvedShown,
    queryFn: ({ signal }) => readThreads(workbookId, comments.table, 'resolved', signal),
  })
  const goTo = ({ target }: Thread) => {
    const line = target.row_id === null ? null : pages.lineOf(target.row_id)
    if (line === null) toast(w.notHere)
    else onShow(line, target.column)
  }
  const show = (thread: Thread) => (
    <CommentThread
      key={thread.thread_id}
      thread={thread}
      comments={comments}
      isWritable={isWritable}
      title={titleOf(thread, pages, w)}
      {...(thread.target.row_id === null ? {} : { onGoTo: () => goTo(thread) })}
    />
  )
  return (
    <aside className="row-panel comments-panel" aria-label={w.comments}>
      <header>
        <h2>{w.comments}</h2>
        <IconButton icon="close" name={w.close} onClick={onClose} />
      </header>
      {isWritable ? (
        <CommentBox
          label={w.write}
          hint={w.writeHint}
          button={w.send}
          onSend={(said) => comments.begin({ kind: 'table', row_id: null, column: null }, said)}
        />
      ) : null}
      <Loaded load={comments.load} onRetry={comments.retry}>
        {(threads) => (threads.length === 0 ? <p className="soft">{w.none}</p> : threads.map(show))}
      </Loaded>
      {isResolvedShown ? <Asked query={resolved}>{(threads) => threads.map(show)}</Asked> : null}
      <label className="comments-resolved">
        <input type="checkbox" checked={isResolvedShown} onChange={({ target }) => setResolvedShown(target.checked)} />{' '}
        {w.showResolved}
      </label>
    </aside>
  )
}

function titleOf({ target: { row_id, column } }: Thread, pages: RowPages, w: typeof commentWords.en): string {
  if (row_id === null) return w.onTable
  const line = pages.lineOf(row_id)
  const place = w.onRow(line === null ? null : line + 1, row_id)
  return column === null ? place : w.onCell(place, column)
}
