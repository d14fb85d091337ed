import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { Button, IconButton } from '../../../parts/controls/button.tsx'
import { toastProblem } from '../../../parts/overlays/toasts.tsx'
import { usePeople } from '../../../parts/values/people.ts'
import { client } from '../../../service/client.ts'
import { keys } from '../../../service/queries.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { CommentBox } from './comment-box.tsx'
import { commentWords } from './comment-words.ts'
import { type Comments, type Thread, useMentionable } from './use-comments.ts'
import './comments.css'

type Props = { thread: Thread; comments: Comments; isWritable: boolean; title: string; onGoTo?: () => void }

/** What was said about one thing, and what can be answered. */
export function CommentThread({ thread, comments, isWritable, title, onGoTo }: Props) {
  const w = useWords(commentWords)
  const isResolved = thread.resolved_at !== null
  const canAnswer = isWritable && !thread.is_hidden
  return (
    <section className={isResolved ? 'comment-thread resolved' : 'comment-thread'} aria-label={title}>
      <header>
        {onGoTo ? (
          <Button look="quiet" onClick={onGoTo}>
            {title}
          </Button>
        ) : (
          <span className="soft">{title}</span>
        )}
        {canAnswer ? (
          <IconButton
            icon={isResolved ? 'undo' : 'check'}
            name={isResolved ? w.reopen : w.resolve}
            onClick={() => void comments.resolve(thread.thread_id, !isResolved).catch(toastProblem)}
          />
        ) : null}
      </header>
      {thread.is_hidden ? (
        <p className="soft">{w.hidden}</p>
      ) : (
        thread.comments.map((comment) => (
          <Said key={comment.comment_id} comment={comment} comments={comments} isWritable={canAnswer} />
        ))
      )}
      {canAnswer && !isResolved ? (
        <CommentBox
          label={w.reply}
          hint={w.replyHint}
          button={w.reply}
          onSend={(said) => comments.answer(thread.thread_id, said)}
        />
      ) : null}
    </section>
  )
}

type SaidProps = { comment: Thread['comments'][number]; comments: Comments; isWritable: boolean }

function Said({ comment, comments, isWritable }: SaidProps) {
  const w = useWords(commentWords)
  const { ago, moment } = useFormats()
  const nameOf = useCommenters(isWritable)
  const { data: me } = useQuery({ queryKey: keys.me(), queryFn: () => client.me() })
  const [isEditing, setEditing] = useState(false)
  const { comment_id: id, text, actor, created_at: at, edited_at: editedAt } = comment
  const isOwn = actor.user_id !== null && actor.user_id === me?.user_id
  return (
    <article className="comment">
      <p className="comment-head">
        <strong>{nameOf(actor)}</strong>{' '}
        <span className="soft" title={moment(at)}>
          {ago(at)}
          {editedAt ? ` · ${w.edited}` : ''}
        </span>
        {isOwn && isWritable && text !== null && !isEditing ? (
          <span className="comment-own">
            <Button look="quiet" onClick={() => setEditing(true)}>
              {w.edit}
            </Button>
            <Button look="quiet" onClick={() => void comments.remove(id).catch(toastProblem)}>
              {w.delete}
            </Button>
          </span>
        ) : null}
      </p>
      {isEditing ? (
        <CommentBox
          label={w.edit}
          hint={w.writeHint}
          button={w.save}
          text={text ?? ''}
          onSend={async (said) => {
            await comments.change(id, said)
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <p className={text === null ? 'soft' : 'comment-text'}>{text ?? w.deleted}</p>
      )}
    </article>
  )
}

/** Names of all who see the workbook, where the reader may ask for them. */
function useCommenters(isWritable: boolean): ReturnType<typeof usePeople> {
  const nameOf = usePeople(useWorkbookId())
  const { data: me } = useQuery({ queryKey: keys.me(), queryFn: () => client.me() })
  const names = new Map(useMentionable(isWritable).map(({ user_id, name }) => [user_id, name]))
  return (actor) => {
    const known = typeof actor?.user_id === 'string' && actor.user_id !== me?.user_id && names.get(actor.user_id)
    return typeof actor?.name === 'string' || !known ? nameOf(actor) : known
  }
}
