import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { helpfulList, loadOf } from '../../../parts/answers/load.ts'
import type { LoadedRow } from '../../../parts/grid/rows/read-page.ts'
import { client } from '../../../service/client.ts'
import { peopleQuery } from '../../../service/people.ts'
import { keys, queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { commentWords } from './comment-words.ts'

export type Thread = Wire.CommentThread
type Target = Thread['target']
export type NewComment = { text: string; mentions: string[] }

const MOST_SHOWN = 1_000
const placeKey = ({ row_id, column }: Pick<Target, 'row_id' | 'column'>) => `${row_id ?? ''} ${column ?? ''}`

/** The open threads of a table, kept true by its events, and what can be done with them. */
export function useComments(table: string) {
  const workbookId = useWorkbookId()
  const w = useWords(commentWords)
  const query = useQuery({
    queryKey: keys.of(workbookId, 'comments', table, 'open'),
    queryFn: ({ signal }) => readThreads(workbookId, table, 'open', signal),
  })
  const threads = helpfulList(query)
  const counts = useMemo(() => {
    const found = new Map<string, number>()
    for (const { target, comments } of threads)
      found.set(placeKey(target), (found.get(placeKey(target)) ?? 0) + comments.length)
    return found
  }, [threads])
  /** What a cell is marked with; without a column the row itself. */
  const markOf = useCallback(
    (row: LoadedRow, column: string | null) => {
      const n = counts.get(placeKey({ row_id: row.rowId, column }))
      return n === undefined ? undefined : w.mark(n)
    },
    [counts, w],
  )
  return {
    table,
    load: loadOf(query),
    retry: () => void query.refetch(),
    threads,
    markOf: counts.size > 0 ? markOf : undefined,
    ...commentVerbs(workbookId, table),
  }
}

export type Comments = ReturnType<typeof useComments>

export const readThreads = async (workbookId: string, table: string, state: 'open' | 'resolved', signal: AbortSignal) =>
  (await client.api.listTableComments({ workbook_id: workbookId, name: table, state, limit: MOST_SHOWN, signal }))
    .threads

function commentVerbs(workbookId: string, table: string) {
  const at = { workbook_id: workbookId, name: table }
  const renew = () => queries.invalidateQueries({ queryKey: keys.of(workbookId, 'comments', table) })
  const then = async (work: Promise<unknown>) => {
    await work
    await renew()
  }
  return {
    begin: (target: Target, comment: NewComment) =>
      then(client.api.writeTableComment({ ...at, body: { target, ...comment } })),
    answer: (threadId: string, comment: NewComment) =>
      then(client.api.writeTableComment({ ...at, body: { thread_id: threadId, ...comment } })),
    change: (commentId: string, comment: NewComment) =>
      then(client.api.editTableComment({ ...at, comment_id: commentId, body: comment })),
    remove: (commentId: string) => then(client.api.deleteTableComment({ ...at, comment_id: commentId })),
    resolve: (threadId: string, resolved: boolean) =>
      then(client.api.resolveTableComment({ ...at, comment_id: threadId, body: { resolved } })),
  }
}

/** Those who can be mentioned, by name. A viewer writes nothing, and is not shown their names. */
export function useMentionable(isWritable: boolean) {
  const workbookId = useWorkbookId()
  const people = helpfulList(useQuery({ ...peopleQuery(workbookId), enabled: isWritable }))
  const { data: me } = useQuery({ queryKey: keys.me(), queryFn: () => client.me() })
  // Oneself last: Enter takes the first.
  const isMe = (person: (typeof people)[number]) => person.user_id === me?.user_id
  return [...people.filter((person) => !isMe(person)), ...people.filter(isMe)]
}
