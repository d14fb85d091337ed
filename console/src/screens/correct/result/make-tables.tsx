import { isProblem, type Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
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
        // Where none is named only tables are made, and no notes; all that the screen shows is meant.
        const regions = (await source.parseSpec({ preview: false })).regions.flatMap(({ region_id, outputs }) =>
          outputs.length > 0 ? [region_id] : [],
        )
        const shown = regions.length > 0 ? { regions } : {}
        const { job_id } = await source.materialize({ async: true, expected_versions, ...shown })
        if (!job_id) return null
        return client.waitForJob(job_id, {
          onProgress: ({ progress }) => onProgress(progress?.total ? progress.done / progress.total : null),
        })
      }).catch((error) => {
        if (location.pathname !== begunAt) reportElsewhere(error)
        throw error
      })
      return { done, isHere: location.pathname === begunAt }
    },
    onSuccess: async ({ done, isHere }) => {
      await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
      const made = artifactsIn(done)
      const [tableName] = made
      const seeAll = () => void navigate({ to: '/w/$workbookId', params: { workbookId } })
      const seeFirst = () =>
        tableName === undefined
          ? seeAll()
          : void navigate({ to: '/w/$workbookId/tables/$tableName', params: { workbookId, tableName }, search: {} })
      if (isHere) seeFirst()
      const action = isHere && made.length < 2 ? {} : { action: { name: w.seeTables, run: isHere ? seeAll : seeFirst } }
      toast(w.made(made.length), action)
      for (const { rows, table, quarantine_table: tableName } of quarantinedIn(done)) {
        const see = () =>
          void navigate({ to: '/w/$workbookId/tables/$tableName', params: { workbookId, tableName }, search: {} })
        toast(w.setAside(rows, table), { action: { name: w.seeAside, run: see } })
      }
    },
  })
  const reportElsewhere = (error: unknown) =>
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

/** Names of the tables that were made: the result of such a job is what the request would have answered at once. */
function artifactsIn(job: Job | null): string[] {
  const result = job?.result
  if (typeof result !== 'object' || result === null || !('artifacts' in result)) return []
  const { artifacts } = result
  return Array.isArray(artifacts) ? artifacts.flatMap(nameIn) : []
}

const nameIn = (artifact: unknown): string[] =>
  typeof artifact === 'object' && artifact !== null && 'name' in artifact && typeof artifact.name === 'string'
    ? [artifact.name]
    : []

/** Pressed while corrections are on their way, it waits for them: what was seen is what is made. */
export function MakeTables({
  making: { make },
  isAgain,
  isSaving,
}: {
  making: ReturnType<typeof useMakeTables>
  isAgain: boolean
  isSaving: boolean
}) {
  const w = useWords(correctWords)
  const [isAsked, setAsked] = useState(false)
  const begin = useRef(make.mutate)
  begin.current = make.mutate
  useEffect(() => {
    if (!isAsked || isSaving) return
    setAsked(false)
    begin.current({ overwrites: false })
  }, [isAsked, isSaving])
  const name = make.isPending ? w.making : isAsked ? w.makeAfterSaving : isAgain ? w.makeAgain : w.make
  return (
    <Button look="main" icon="table" isBusy={make.isPending || isAsked} onClick={() => setAsked(true)}>
      {name}
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
