import { isProblem, type Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { sayProblem } from '../../../parts/answers/problem-texts.ts'
import { Button } from '../../../parts/controls/button.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { inBackground } from '../../../service/background-work.ts'
import { client } from '../../../service/client.ts'
import { quarantinedIn } from '../../../service/quarantined.ts'
import { keys, queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { correctWords } from '../correct-words.ts'

type Job = Wire.Job

/** Makes tables of a source, in the background, however long it takes. A user who went elsewhere gets a notice with a way back. */
export function useMakeTables(workbookId: string, sourceName: string) {
  const w = useWords(correctWords)
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: async ({ overwrites }: { overwrites: boolean }) => {
      const begunAt = location.pathname
      const done = await inBackground(w.makingOf(sourceName), async (onProgress) => {
        const expected_versions = overwrites ? await versionsOf(workbookId, sourceName) : null
        const source = client.workbook(workbookId).source(sourceName)
        const { job_id } = await source.materialize({ async: true, expected_versions })
        if (!job_id) return null
        return client.waitForJob(job_id, {
          onProgress: ({ progress }) => onProgress(progress?.total ? progress.done / progress.total : null),
        })
      }).catch((error) => {
        if (location.pathname !== begunAt) tellElsewhere(error)
        throw error
      })
      return { done, isHere: location.pathname === begunAt }
    },
    onSuccess: async ({ done, isHere }) => {
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      const open = () => void navigate({ to: '/w/$workbookId', params: { workbookId } })
      toast(w.made(artifactsIn(done)), isHere ? {} : { action: { name: w.seeTables, run: open } })
      if (isHere) open()
      for (const { rows, table, quarantine_table: tableName } of quarantinedIn(done)) {
        const see = () =>
          void navigate({ to: '/w/$workbookId/tables/$tableName', params: { workbookId, tableName }, search: {} })
        toast(w.setAside(rows, table), { action: { name: w.seeAside, run: see } })
      }
    },
  })
  const tellElsewhere = (error: unknown) =>
    void sayProblem(error).then((text) => {
      const back = () => void navigate({ to: '/w/$workbookId/sources/$sourceName', params: { workbookId, sourceName } })
      toast(text, { isBad: true, action: { name: w.backToFile, run: back } })
    })
  return { make }
}

/** The tables of a source as they are: what was edited in them may go. */
async function versionsOf(workbookId: string, sourceName: string): Promise<Record<string, number>> {
  const workbook = client.workbook(workbookId)
  const { artifacts } = await workbook.source(sourceName).read()
  const tables = await workbook.tables()
  return Object.fromEntries(
    tables.filter(({ name }) => artifacts.includes(name)).map(({ name, edit_version }) => [name, edit_version]),
  )
}

/** Safe to look for: the result of such a job is what the request would have answered at once. */
function artifactsIn(job: Job | null): number {
  const result = job?.result
  if (typeof result !== 'object' || result === null || !('artifacts' in result)) return 0
  return Array.isArray(result.artifacts) ? result.artifacts.length : 0
}

export function MakeTables({
  making: { make },
  isAgain,
}: {
  making: ReturnType<typeof useMakeTables>
  isAgain: boolean
}) {
  const w = useWords(correctWords)
  return (
    <Button look="main" icon="table" isBusy={make.isPending} onClick={() => make.mutate({ overwrites: false })}>
      {isAgain ? w.makeAgain : w.make}
    </Button>
  )
}

/** A job keeps only the words of its problem. */
const isEdited = (error: unknown) =>
  isProblem(error, 'version_conflict') || (error instanceof Error && error.message.includes('was edited after'))

/** Why not. How far it is stands in the tray, on every screen. */
export function Making({ making: { make } }: { making: ReturnType<typeof useMakeTables> }) {
  const w = useWords(correctWords)
  if (!make.error) return null
  return (
    <>
      <ProblemNote error={make.error} onRetry={() => make.mutate({ overwrites: false })} />
      {isEdited(make.error) ? <Button onClick={() => make.mutate({ overwrites: true })}>{w.overwrite}</Button> : null}
    </>
  )
}
