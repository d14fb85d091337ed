import type { Context } from '../../platform/context.ts'
import type { CloudPage, CloudProvider, CloudQuestion } from './cloud-file.ts'
import { openDrive } from './open-drive.ts'

/** Files of the caller's drive that can be imported, and folders to look into. */
export async function listCloudFiles(
  ctx: Context,
  provider: CloudProvider,
  question: CloudQuestion,
): Promise<CloudPage> {
  const { drive, ask } = await openDrive(ctx, provider)
  return drive.list(ask, question)
}
