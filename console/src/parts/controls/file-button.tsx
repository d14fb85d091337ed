import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

/** What the service reads. */
const ACCEPTED = '.xlsx,.xlsm,.xls,.xlsb,.ods,.csv,.tsv,.txt'

type Props = { look?: 'main' | 'plain'; children: ReactNode } & (
  | { onFile: (file: File) => void; onFiles?: never }
  /** As many as one likes. */
  | { onFiles: (files: readonly File[]) => void; onFile?: never }
)

/** A button that asks for a file, or for several. */
export function FileButton({ look = 'plain', onFile, onFiles, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} icon="upload" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        multiple={onFiles !== undefined}
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file may be chosen again.
          target.value = ''
          const [first] = files
          if (!first) return
          onFiles?.(files)
          onFile?.(first)
        }}
      />
    </>
  )
}
