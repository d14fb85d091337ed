import type { Download } from '@bindery-data/sdk'

/** Hands a file that the service made to the browser, which asks or knows where it goes. */
export async function saveFile(download: Pick<Download, 'filename' | 'blob'>) {
  const address = URL.createObjectURL(await download.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = download.filename
  link.click()
  URL.revokeObjectURL(address)
}
