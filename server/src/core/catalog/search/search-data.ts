import type { Context } from '../../../platform/context.ts'
import { type Lens, lensFor } from '../../reading/lens.ts'
import { type OpenedWorkbook, openWorkbooks } from '../../workbooks/open-workbook.ts'
import { visiblePlaces } from '../visible-places.ts'
import { type FoundItem, foldTexts, listCandidates, listFound } from './search.store.ts'
import { type Candidate, type Match, matchCandidate, type Question, questionFrom } from './search-question.ts'

export type SearchResult = Match & FoundItem & { kind: Candidate['kind']; workbookTitle: string }

/** What is out of the way is meant less often. */
const ARCHIVED_SHARE = 0.8
/** Artifacts and sources by name, description, columns and file names, of all that the caller may read. The best first. */
export async function searchData(ctx: Context, text: string): Promise<SearchResult[]> {
  const question = await readQuestion(ctx, text)
  if (!question) return []
  const found = await listCandidates(ctx.db, await visiblePlaces(ctx.db, ctx.caller), question)
  const candidates = [...new Map(found.map((candidate) => [candidate.itemId, candidate])).values()]
  const matches = await matchSeen(ctx, question, candidates)
  const items = await listFound(
    ctx.db,
    matches.map(({ candidate }) => candidate),
  )
  const shown = new Map(items.map((item) => [item.itemId, item]))
  return matches
    .flatMap(({ candidate, match, workbook }): SearchResult[] => {
      const item = shown.get(candidate.itemId)
      if (!item) return []
      const score = item.state === 'archived' ? match.score * ARCHIVED_SHARE : match.score
      return [{ ...item, ...match, score, kind: candidate.kind, workbookTitle: workbook.title }]
    })
    .sort(better)
}

async function readQuestion({ db }: Context, text: string): Promise<Question | null> {
  const parts = text.split(/\s+/).filter((part) => part !== '')
  if (parts.length === 0) return null
  const [whole = '', ...folded] = await foldTexts(db, [text, ...parts])
  return questionFrom(whole, folded)
}

type VisibleMatch = { candidate: Candidate; match: Match; workbook: OpenedWorkbook }

/** Those that the caller may read and that match by what they see of them. */
async function matchSeen(ctx: Context, question: Question, candidates: readonly Candidate[]): Promise<VisibleMatch[]> {
  const workbooks = await openWorkbooks(ctx, [...new Set(candidates.map(({ workbookId }) => workbookId))])
  const matches: VisibleMatch[] = []
  for (const [workbookId, within] of Map.groupBy(candidates, (candidate) => candidate.workbookId)) {
    const workbook = workbooks.get(workbookId)
    if (!workbook) continue
    const lens = await lensFor(ctx, workbook, workbook.policyEpoch)
    for (const candidate of within) {
      const match = matchCandidate(question, visibleBy(lens, candidate))
      if (match) matches.push({ candidate, match, workbook })
    }
  }
  return matches
}

/** A column that a caller may not know of does not exist for them. */
function visibleBy(lens: Lens, candidate: Candidate): Candidate {
  const { itemId, columns, origins } = candidate
  const isSeen = (_: unknown, n: number) => !lens.denies(itemId, origins[n] ?? 0)
  return { ...candidate, columns: columns.filter(isSeen) }
}

function better(one: SearchResult, other: SearchResult): number {
  return other.score - one.score || one.name.length - other.name.length || (one.itemId > other.itemId ? -1 : 1)
}
