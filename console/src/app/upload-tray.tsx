import { isProblem } from '@bindery-data/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Button } from '../parts/button.tsx'
import { partsWords } from '../parts/parts-words.ts'
import { ProblemNote, TookTooLong } from '../parts/problem-note.tsx'
import { Progress } from '../parts/progress.tsx'
import { bringFile, forget, readAgain, type Upload, uploads } from '../service/uploads.ts'
import { useWords } from '../words/words.ts'
import { useKept } from './kept.ts'
import { shellWords } from './shell-words.ts'

/** Takes a file in and leads to where its reading is looked at. */
export function useBringFile() {
  const navigate = useNavigate()
  return useCallback(
    async (file: File, into: string | undefined) => {
      const landed = await bringFile(file, into)
      if (landed) await navigate({ to: '/w/$workbookId/sources/$sourceName', params: landed })
    },
    [navigate],
  )
}

/** Files on their way in, whatever screen one is on. */
export function UploadTray() {
  const w = useWords(shellWords)
  const under = useKept(uploads)
  if (under.length === 0) return null
  return (
    <section className="upload-tray" aria-label={w.uploads}>
      {under.map((upload) => (
        <UnderWay key={upload.id} upload={upload} />
      ))}
    </section>
  )
}

function UnderWay({ upload: { id, filename, stage, share, error, landed } }: { upload: Upload }) {
  const navigate = useNavigate()
  const w = useWords(shellWords)
  const parts = useWords(partsWords)
  switch (stage) {
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
