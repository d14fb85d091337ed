import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Asked } from '../../parts/answers/asked.tsx'
import { helpfulList } from '../../parts/answers/load.ts'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Progress } from '../../parts/answers/progress.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { Page } from '../../parts/page.tsx'
import { client } from '../../service/client.ts'
import { quarantinedIn } from '../../service/quarantined.ts'
import { queries } from '../../service/queries.ts'
import { workbooksQuery } from '../../service/workbooks.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { jobsWords } from './jobs-words.ts'

const JOBS = ['account', 'jobs']
const LOOK_AGAIN_MS = 1_000
const SHOWN = 100

const isUnderWay = ({ status }: Wire.Job) => status === 'pending' || status === 'running'

/** Jobs of all workbooks; while one is under way it is looked at again. */
export function JobsScreen() {
  const w = useWords(jobsWords)
  const jobs = useQuery({
    queryKey: JOBS,
    queryFn: async () => (await client.api.listJobs({ limit: SHOWN })).jobs,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  })
  return (
    <Page title={w.title} about={w.lead}>
      <Asked query={jobs}>
        {(all) =>
          all.length === 0 ? <EmptyState icon="play" title={w.none} text={w.noneText} /> : <JobTable jobs={all} />
        }
      </Asked>
    </Page>
  )
}

function JobTable({ jobs }: { jobs: readonly Wire.Job[] }) {
  const w = useWords(jobsWords)
  const { moment } = useFormats()
  const workbooks = helpfulList(useQuery(workbooksQuery))
  const titleOf = (id: string) => workbooks.find(({ workbook_id }) => workbook_id === id)?.title ?? id
  return (
    <DataTable
      caption={w.title}
      rows={jobs}
      rowKey={({ job_id }) => job_id}
      columns={[
        { key: 'job', name: w.job, cell: ({ kind }) => w.kinds[kind], isRowName: true },
        {
          key: 'workbook',
          name: w.workbook,
          cell: ({ workbook_id: workbookId }) => (
            <Link to="/w/$workbookId" params={{ workbookId }}>
              {titleOf(workbookId)}
            </Link>
          ),
        },
        { key: 'state', name: w.state, cell: ({ status }) => <Badge tone={TONES[status]}>{w.status[status]}</Badge> },
        { key: 'progress', name: w.progress, cell: (job) => <JobProgress job={job} /> },
        { key: 'began', name: w.began, cell: ({ created_at }) => moment(created_at) },
        { key: 'took', name: w.took, cell: (job) => <Took job={job} />, isNumber: true },
        { key: 'actions', name: w.actions, cell: (job) => (isUnderWay(job) ? <Cancel job={job} /> : null) },
      ]}
    />
  )
}

const TONES = { pending: 'plain', running: 'accent', succeeded: 'good', failed: 'bad' } as const

function JobProgress({ job }: { job: Wire.Job }) {
  const w = useWords(jobsWords)
  const { progress, error, status, workbook_id: workbookId } = job
  if (error) return <span>{error}</span>
  const aside = quarantinedIn(job)
  if (aside.length > 0)
    return aside.map(({ table, quarantine_table: tableName, rows }) => (
      <Link key={tableName} to="/w/$workbookId/tables/$tableName" params={{ workbookId, tableName }} search={{}}>
        {w.setAside(rows, table)}
      </Link>
    ))
  if (!progress || status !== 'running') return null
  const { phase, done, total } = progress
  return <Progress label={w.step(phase, done, total)} share={total ? done / total : null} />
}

function Took({ job: { started_at, finished_at } }: { job: Wire.Job }) {
  const w = useWords(jobsWords)
  const { number } = useFormats()
  if (!started_at || !finished_at) return null
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000
  return w.seconds(number(Math.round(seconds * 10) / 10))
}

function Cancel({ job: { job_id, kind } }: { job: Wire.Job }) {
  const w = useWords(jobsWords)
  const cancel = useMutation({
    mutationFn: () => client.api.cancelJob({ job_id }),
    onSuccess: async () => {
      toast(w.cancelled)
      await queries.invalidateQueries({ queryKey: JOBS })
    },
  })
  if (cancel.error) return <ProblemNote error={cancel.error} onRetry={cancel.reset} />
  return (
    <Button
      look="quiet"
      isBusy={cancel.isPending}
      aria-label={w.cancelLabel(w.kinds[kind])}
      onClick={() => cancel.mutate()}
    >
      {w.cancel}
    </Button>
  )
}
