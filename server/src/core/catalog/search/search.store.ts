import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres.ts'
import type { ArtifactKind, ArtifactState } from '../../artifacts/artifact.ts'
import type { VisiblePlace } from '../visible-place.ts'
import type { Candidate, Question } from './search-question.ts'

/** Texts in the one spelling in which they are compared; only PostgreSQL knows it. */
export async function foldTexts(db: Db, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select folded(t) as folded from unnest(${texts}::text[]) with ordinality as u (t, n) order by n
  `.execute(db)
  return rows.map(({ folded }) => folded)
}

/** Signatures that fit are looked at up to here, and of what really fits so many are given: the best names first. */
const MOST_LOOKED_AT = 1_000
const MOST_GIVEN = 300
/** Single bits are looked at before whole signatures: it costs little, and few entries have all of these by chance. */
const TRIED_BITS = 6

const hasTriedBits = sql.join(
  Array.from({ length: TRIED_BITS }, (_, n) => {
    const bit = sql`bits[1 + ${sql.lit(n)} % greatest(cardinality(bits), 1)]`
    return sql`get_bit(e.signature, (select ${bit} from tried)) = 1`
  }),
  sql` and `,
)

/** Entries that have all words of a question, in places that the caller sees. How well they fit is not known yet. */
export async function listCandidates(
  db: Db,
  places: readonly VisiblePlace[],
  { words, whole }: Question,
): Promise<Candidate[]> {
  const accounts = [...new Set(places.map(({ accountId }) => accountId))]
  const wholeAccounts = places.filter(({ workspaceId }) => !workspaceId).map(({ accountId }) => accountId)
  const workspaces = places.flatMap((place) => (place.workspaceId && !place.workbookId ? place.workspaceId : []))
  const workbooks = places.flatMap(({ workbookId }) => workbookId ?? [])
  // Most see all of their accounts, and this is asked of every entry.
  const isSeen =
    workspaces.length + workbooks.length === 0
      ? sql`true`
      : sql`(e.account_id = any (${wholeAccounts}::uuid[]) or e.workspace_id = any (${workspaces}::uuid[]) or e.workbook_id = any (${workbooks}::uuid[]))`
  const { rows } = await sql<Candidate>`
    with asked as materialized (
      select text_signature(parts) as signature, name_signature(parts) as name_signature
      from (select array(select asked_grams(word) from unnest(${words}::text[]) as word) as parts) as p
    ), tried as materialized (
      select array(select n from generate_series(0, length(signature) - 1) as n where get_bit(signature, n) = 1) as bits from asked
    ), signed as materialized (
      select e.workbook_id, e.item_id from search_entry e
      where e.account_id = any (${accounts}::uuid[]) and ${isSeen} and ${hasTriedBits}
        and e.signature & (select signature from asked) = (select signature from asked)
      order by e.name_hash = hashtext(${whole}) desc,
        e.name_signature & (select name_signature from asked) = (select name_signature from asked) desc
      limit ${MOST_LOOKED_AT}
    )
    select e.workbook_id, e.item_id, e.kind, e.name, e.description, e.columns, e.origins, e.filenames
    from signed s
    -- Looked up one by one: a join here would read all workbooks.
    cross join lateral (select * from search_entry e where e.workbook_id = s.workbook_id and e.item_id = s.item_id offset 0) as e
    where (select w.deleted_at is null from workbook w where w.workbook_id = s.workbook_id) and (
      select bool_and(strpos(concat_ws(' ', e.name, e.description, array_to_string(e.columns, ' '), array_to_string(e.filenames, ' ')), word) > 0)
      from unnest(${words}::text[]) as word)
    limit ${MOST_GIVEN}
  `.execute(db)
  return rows
}

export type ItemKey = Pick<Candidate, 'workbookId' | 'itemId'>

/** What is shown of something found. */
export type FoundItem = ItemKey & {
  name: string
  type: ArtifactKind | 'source'
  state: ArtifactState
  description: string | null
}

/** Of those that are still there. */
export async function listFound(db: Db, keys: readonly ItemKey[]): Promise<FoundItem[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<FoundItem>`
    with wanted as (
      select * from unnest(${keys.map((key) => key.workbookId)}::uuid[], ${keys.map((key) => key.itemId)}::uuid[])
        as u (workbook_id, item_id)
    )
    select a.workbook_id, a.artifact_id as item_id, a.name, a.kind as type, a.state, a.description
    from wanted k join artifact a on a.workbook_id = k.workbook_id and a.artifact_id = k.item_id
    where a.deleted_at is null
    union all
    select s.workbook_id, s.source_id, s.name, 'source', 'active', null
    from wanted k join source s on s.workbook_id = k.workbook_id and s.source_id = k.item_id
  `.execute(db)
  return rows
}
