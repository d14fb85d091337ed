/** A file to send: one that a browser gave, or content with a name. In Node `fs.openAsBlob(path)` reads it piece by piece. */
export type FileInput = File | { content: Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string; filename: string }

export const filenameOf = (file: FileInput): string => ('filename' in file ? file.filename : file.name)

export function blobOf(file: FileInput): Blob {
  if (!('filename' in file)) return file
  return file.content instanceof Blob ? file.content : new Blob([file.content])
}
