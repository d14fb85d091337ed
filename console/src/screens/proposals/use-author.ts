import { useQuery } from '@tanstack/react-query'
import { helpfulList } from '../../parts/answers/load.ts'
import { usePeople } from '../../parts/values/people.ts'
import { client } from '../../service/client.ts'
import { peopleQuery } from '../../service/people.ts'
import type { Proposal } from '../../service/proposals.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { proposalsWords } from './proposals-words.ts'

/** What users who see the workbook are called, its owner among them. */
export function useNames(workbookId: string): (userId: string | null) => string {
  const people = usePeople(workbookId)
  const seeing = helpfulList(useQuery(peopleQuery(workbookId)))
  const { data: me } = useQuery({ queryKey: keys.me(), queryFn: () => client.me() })
  return (userId) => {
    const other = userId === me?.user_id ? undefined : seeing.find(({ user_id }) => user_id === userId)
    return other?.name ?? people({ user_id: userId })
  }
}

/** Who did it: a user, or a program that gave its own name for one. */
export function useAuthor(workbookId: string): (actor: Proposal['author']) => string {
  const w = useWords(proposalsWords)
  const nameOf = useNames(workbookId)
  return ({ name, user_id }) => (name === null ? nameOf(user_id) : w.byProgram(name, nameOf(user_id)))
}
