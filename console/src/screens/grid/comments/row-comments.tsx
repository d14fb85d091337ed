import { useState } from 'react'
import { Loaded } from '../../../parts/answers/asked.tsx'
import { SelectField } from '../../../parts/controls/field.tsx'
import { useWords } from '../../../words/words.ts'
import { CommentBox } from './comment-box.tsx'
import { CommentThread } from './comment-thread.tsx'
import { commentWords } from './comment-words.ts'
import type { Comments } from './use-comments.ts'

type Props = { comments: Comments; rowId: number; column: string | undefined; isWritable: boolean }

/** What was said about a row and its cells; a new comment is about the chosen cell, or about the row. */
export function RowComments({ comments, rowId, column, isWritable }: Props) {
  const w = useWords(commentWords)
  const [isOnRow, setOnRow] = useState(false)
  const isCell = column !== undefined && !isOnRow
  return (
    <div className="row-comments">
      <Loaded load={comments.load} onRetry={comments.retry}>
        {(all) => {
          const threads = all.filter(({ target }) => target.row_id === rowId)
          return threads.length === 0 ? (
            <p className="soft">{w.noneHere}</p>
          ) : (
            threads.map((thread) => (
              <CommentThread
                key={thread.thread_id}
                thread={thread}
                comments={comments}
                isWritable={isWritable}
                title={thread.target.column ?? w.thisRow}
              />
            ))
          )
        }}
      </Loaded>
      {isWritable ? (
        <>
          {column === undefined ? null : (
            <SelectField
              label={w.about}
              value={isOnRow ? 'row' : 'cell'}
              onChange={({ target }) => setOnRow(target.value === 'row')}
              options={[
                { value: 'cell', name: w.thisCell(column) },
                { value: 'row', name: w.thisRow },
              ]}
            />
          )}
          <CommentBox
            label={w.write}
            hint={w.writeHint}
            button={w.send}
            onSend={(said) =>
              comments.begin({ kind: isCell ? 'cell' : 'row', row_id: rowId, column: isCell ? column : null }, said)
            }
          />
        </>
      ) : null}
    </div>
  )
}
