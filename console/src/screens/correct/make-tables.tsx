import { isProblem, type Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { ProblemNote } from '../../parts/problem-note.tsx'
import { Progress } from '../../parts/progress.tsx'
import { toast } from '../../parts/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { correctWords } from './correct-words.ts'

type Job = Wire.Job

/** Makes tables of a source, in the background, however long it takes. */
export function useMakeTables(workbookId: string, sourceName: string) {
  const w = useWords(correctWords)
  const navigate = useNavigate()
  const [job, setJob] = useState<Job | null>(null)
  const make = useMutation({
    mutationFn: async ({ overwrites }: { overwrites: boolean }) => {
      const expected_versions = overwrites ? await versionsOf(workbookId, sourceName) : null
      const source = client.workbook(workbookId).source(sourceName)
      const { job_id } = await source.materialize({ async: true, expected_versions })
      if (!job_id) return null
      return client.waitForJob(job_id, { onProgress: setJob })
    },
    onSuccess: async (done) => {
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      toast(w.made(artifactsIn(done)))
      await navigate({ to: '/w/$workbookId', params: { workbookId } })
    },
  })
  return { make, job }
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

/** How far it is, or why not. */
export function Making({ making: { make, job } }: { making: ReturnType<typeof useMakeTables> }) {
  const w = useWords(correctWords)
  if (make.error)
    return (
      <>
        <ProblemNote error={make.error} />
        {isEdited(make.error) ? <Button onClick={() => make.mutate({ overwrites: true })}>{w.overwrite}</Button> : null}
      </>
    )
  if (!make.isPending) return null
  const { done = 0, total = null } = job?.progress ?? {}
  return <Progress label={w.making} share={total ? done / total : null} />
}
