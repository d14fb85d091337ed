import { isProblem } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { ProblemNote, TookTooLong } from '../parts/answers/problem-note.tsx'
import { Progress } from '../parts/answers/progress.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { partsWords } from '../parts/parts-words.ts'
import { backgroundWork } from '../service/background-work.ts'
import { SourceTakesLong } from '../service/until-materialized.ts'
import {
  bringFile,
  bringFiles,
  forget,
  readAgain,
  takeUnion,
  type UnionOffer,
  type Upload,
  unionOffer,
  uploads,
} from '../service/uploads.ts'
import { misfitWords, sayMisfit } from '../words/misfit-words.ts'
import { useWords } from '../words/words.ts'
import { useKept } from './kept.ts'
import { shellWords } from './shell-words.ts'

/** Takes files in. One leads to where its reading is looked at; several wait in the tray, each with its own progress. */
export function useBringFiles() {
  const navigate = useNavigate()
  return useCallback(
    async (files: readonly File[], into: string | undefined) => {
      const [first, ...others] = files
      if (!first) return
      if (others.length > 0) return bringFiles(files, into)
      const landed = await bringFile(first, into)
      if (landed) await navigate({ to: '/w/$workbookId/sources/$sourceName', params: landed })
    },
    [navigate],
  )
}

/** Files on their way in and work in the background, whatever screen one is on. */
export function UploadTray() {
  const w = useWords(shellWords)
  const under = useKept(uploads)
  const work = useKept(backgroundWork)
  const offer = useKept(unionOffer)
  if (under.length === 0 && work.length === 0) return null
  return (
    <section className="upload-tray" aria-label={under.length > 0 ? w.uploads : w.underWay}>
      {work.map(({ id, label, share }) => (
        <Progress key={id} label={label} share={share} />
      ))}
      {under.length > 1 ? <Summary under={under} /> : null}
      {offer && under.length > 1 ? <Union offer={offer} /> : null}
      {under.map((upload) => (
        <UnderWay key={upload.id} upload={upload} />
      ))}
    </section>
  )
}

/** Files of the same columns can be one table. */
function Union({ offer }: { offer: UnionOffer }) {
  const w = useWords(shellWords)
  const navigate = useNavigate()
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const take = useMutation({
    mutationFn: () => {
      leaving.current = new AbortController()
      return takeUnion(offer, leaving.current.signal)
    },
    onSuccess: (tableName) =>
      navigate({
        to: '/w/$workbookId/tables/$tableName',
        params: { workbookId: offer.workbookId, tableName },
        search: {},
      }),
  })
  return (
    <div className="upload-union">
      <p>{w.sameColumns(offer.others.length + 1)}</p>
      <Button look="main" isBusy={take.isPending} onClick={() => take.mutate()}>
        {w.oneTable(offer.table)}
      </Button>
      {take.error instanceof SourceTakesLong ? (
        <p role="alert">
          {w.takesLong} <Link to="/account/jobs">{w.jobs}</Link>
        </p>
      ) : take.error ? (
        <ProblemNote error={take.error} />
      ) : null}
    </div>
  )
}

/** Of several files, how many are done. */
function Summary({ under }: { under: readonly Upload[] }) {
  const w = useWords(shellWords)
  const parts = useWords(partsWords)
  const done = under.filter(({ stage }) => stage === 'read' || stage === 'failed')
  return (
    <header className="upload-summary">
      <h2>{w.uploadsDone(done.length, under.length)}</h2>
      {done.length === under.length ? (
        <Button
          look="quiet"
          onClick={() => {
            uploads.set([])
            unionOffer.set(null)
          }}
        >
          {parts.dismiss}
        </Button>
      ) : null}
    </header>
  )
}

function UnderWay({ upload: { id, filename, stage, share, error, landed, template } }: { upload: Upload }) {
  const navigate = useNavigate()
  const w = useWords(shellWords)
  const parts = useWords(partsWords)
  const misfit = useWords(misfitWords)
  switch (stage) {
    case 'waiting':
      return <p className="soft">{w.waiting(filename)}</p>
    case 'read':
      return (
        <p className={template?.misfit ? 'upload-read misfit' : 'upload-read'}>
          <Icon name={template?.misfit ? 'warning' : 'check'} />
          <span>
            {filename}
            {template ? (
              <small className="soft">
                {template.misfit === null
                  ? w.readBy(template.name)
                  : w.nearly(template.name, sayMisfit(misfit, template.misfit))}
              </small>
            ) : null}
          </span>
          {landed ? (
            <Link to="/w/$workbookId/sources/$sourceName" params={landed} onClick={() => forget(id)}>
              {w.lookAtReading}
            </Link>
          ) : null}
        </p>
      )
    case 'sending':
      return <Progress label={w.uploading(filename)} share={share} />
    case 'reading':
      return <Progress label={w.reading(filename)} />
    case 'failed':
      return (
        <div>
          <p>{filename}</p>
          {isProblem(error, 'reading_timeout') ? <TookTooLong /> : <ProblemNote error={error} />}
          {landed ? (
            <Button
              onClick={async () => {
                const read = await readAgain(id, landed)
                if (read) await navigate({ to: '/w/$workbookId/sources/$sourceName', params: read })
              }}
            >
              {w.readAgain}
            </Button>
          ) : null}
          <Button look="quiet" onClick={() => forget(id)}>
            {parts.dismiss}
          </Button>
        </div>
      )
  }
}
