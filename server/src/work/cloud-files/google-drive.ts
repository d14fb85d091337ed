import { type CloudFile, type DriveMaker, listIn, momentIn, objectIn, textIn } from './cloud-file.ts'

const FOLDER = 'application/vnd.google-apps.folder'
const SHEET = 'application/vnd.google-apps.spreadsheet'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** What can be read; a sheet of the drive's own is handed out as xlsx. */
const IMPORTABLE = [
  SHEET, XLSX, 'application/vnd.ms-excel', 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  'application/vnd.oasis.opendocument.spreadsheet', 'text/csv', 'text/tab-separated-values',
] // biome-ignore format: a list

const MEMBERS = 'id,name,mimeType,size,modifiedTime,headRevisionId,lastModifyingUser(displayName)'
const PAGE_SIZE = 100

/** The API of Google Drive, version 3. `only`: sheets of the drive's own. */
const driveOf =
  (only: readonly string[]): DriveMaker =>
  ({ urls: { api } }) => ({
    list: async (ask, { folderId, name, after }) => {
      const query = new URLSearchParams({
        q: conditionOf(folderId, name, only),
        fields: `nextPageToken,files(${MEMBERS})`,
        orderBy: 'folder,name_natural',
        pageSize: String(PAGE_SIZE),
        supportsAllDrives: 'true',
        includeItemsFromAllDrives: 'true',
        ...(after === null ? {} : { pageToken: after }),
      })
      const { files, nextPageToken } = await ask(`${api}/files?${query}`)
      return { files: listIn(files).map(fileFrom), next: textIn(nextPageToken) }
    },
    find: async (ask, id) =>
      fileFrom(await ask(`${atFile(api, id)}?${new URLSearchParams({ fields: MEMBERS, ...ALL })}`)),
    locate: async (_, { id, name, mimeType }) =>
      mimeType === SHEET
        ? {
            url: `${atFile(api, id)}/export?${new URLSearchParams({ mimeType: XLSX })}`,
            filename: asXlsx(name),
            isOpen: false,
          }
        : { url: `${atFile(api, id)}?${new URLSearchParams({ alt: 'media', ...ALL })}`, filename: name, isOpen: false },
  })

export const googleDrive = driveOf(IMPORTABLE)
export const googleSheets = driveOf([SHEET])

const ALL = { supportsAllDrives: 'true' }

const atFile = (api: string, id: string) => `${api}/files/${encodeURIComponent(id)}`

const asXlsx = (name: string) => (/\.xlsx$/i.test(name) ? name : `${name}.xlsx`)

/** A name is looked for everywhere, a folder is looked into. */
function conditionOf(folderId: string, name: string | null, types: readonly string[]): string {
  const isImportable = [FOLDER, ...types].map((type) => `mimeType = ${quoted(type)}`).join(' or ')
  const where = name === null ? `${quoted(folderId)} in parents` : `name contains ${quoted(name)}`
  return `${where} and trashed = false and (${isImportable})`
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fileFrom(answer: unknown): CloudFile {
  const { id, name, mimeType, size, modifiedTime, headRevisionId, lastModifyingUser } = objectIn(answer)
  return {
    id: textIn(id) ?? '',
    name: textIn(name) ?? '',
    isFolder: mimeType === FOLDER,
    mimeType: textIn(mimeType),
    sizeBytes: textIn(size) === null ? null : Number(size),
    modifiedAt: momentIn(modifiedTime),
    modifiedBy: textIn(objectIn(lastModifyingUser).displayName),
    // Sheets of the drive's own have no revision that stands for their content.
    version: textIn(headRevisionId) ?? textIn(modifiedTime) ?? '',
  }
}
