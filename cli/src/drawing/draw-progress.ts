import type { Terminal } from '../terminal.ts'

const BAR_COLUMNS = 30

/** ████████──────── 45 %  12.3 of 27.0 MB */
export function drawProgress(doneBytes: number, totalBytes: number, { paintStderr }: Terminal): string {
  const share = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 1
  const full = Math.round(share * BAR_COLUMNS)
  const bar = paintStderr('green', '█'.repeat(full)) + paintStderr('dim', '─'.repeat(BAR_COLUMNS - full))
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB`
}

export const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
