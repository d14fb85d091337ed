import type { Blobs } from './blobs.ts'
import { createFolderBlobs } from './blobs-folder.ts'
import { createS3Blobs } from './blobs-s3.ts'
import type { Settings } from './settings.ts'

export async function openBlobs(blobs: Settings['blobs']): Promise<Blobs> {
  switch (blobs.kind) {
    case 'folder':
      return createFolderBlobs(blobs.folder)
    case 's3':
      return createS3Blobs(blobs)
  }
}
