export const FILES_PARTS = ['uploaded', 'followed', 'returned'] as const
export type FilesPart = (typeof FILES_PARTS)[number]

/** What the address of the files tells: which of them. */
export type FilesSearch = { part?: FilesPart }

export function readFilesSearch({ part }: Record<string, unknown>): FilesSearch {
  const known = FILES_PARTS.find((each) => each === part)
  return known ? { part: known } : {}
}
