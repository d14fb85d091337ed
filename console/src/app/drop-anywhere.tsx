import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { workbookQuery } from '../service/workbooks.ts'
import { useWords } from '../words/words.ts'
import { shellWords } from './shell-words.ts'
import { useBringFiles } from './upload-tray.tsx'

/** A file may be dropped wherever one is: into the workbook one looks at, or into a new one. */
export function DropAnywhere({ workbookId }: { workbookId: string | undefined }) {
  const w = useWords(shellWords)
  const bringFiles = useBringFiles()
  const isOver = useDrop((files) => void bringFiles(files, workbookId))
  const { data: workbook } = useQuery({ ...workbookQuery(workbookId ?? ''), enabled: workbookId !== undefined })
  if (!isOver) return null
  return (
    <div className="drop-veil">
      <h2>{w.dropHere}</h2>
      <p className="soft">{workbookId ? w.dropIntoWorkbook(workbook?.title ?? '') : w.dropIntoNew}</p>
    </div>
  )
}

/** Whether a file is held over the page. */
function useDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [depth, setDepth] = useState(0)
  const dropped = useEffectEvent(onDrop)
  useEffect(() => {
    const leaving = new AbortController()
    const listen = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', heard: (event: DragEvent) => void) =>
      addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return
          event.preventDefault()
          heard(event)
        },
        { signal: leaving.signal },
      )
    listen('dragenter', () => setDepth((now) => now + 1))
    listen('dragleave', () => setDepth((now) => now - 1))
    listen('dragover', () => undefined)
    listen('drop', (event) => {
      setDepth(0)
      dropped([...(event.dataTransfer?.files ?? [])])
    })
    return () => leaving.abort()
  }, [])
  return depth > 0
}
