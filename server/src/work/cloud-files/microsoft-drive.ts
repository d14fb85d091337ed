import { type CloudFile, type DriveMaker, listIn, momentIn, objectIn, textIn } from './cloud-file.ts'

const MEMBERS = 'id,name,size,file,folder,lastModifiedDateTime,lastModifiedBy,cTag,eTag'
const PAGE_SIZE = 100
const IMPORTABLE = /\.(?:xlsx|xlsm|xls|xlsb|ods|csv|tsv)$/i

/** Files of Microsoft 365 through Graph, version 1.0: OneDrive, and what is shared on SharePoint. */
export const microsoftDrive: DriveMaker = ({ urls: { api } }) => ({
  list: async (ask, { folderId, name, after }) => {
    const query = new URLSearchParams({
      $select: MEMBERS,
      $top: String(PAGE_SIZE),
      ...(name === null ? { $orderby: 'name' } : {}),
      ...(after === null ? {} : { $skiptoken: after }),
    })
    const place =
      name === null ? `${atItem(api, folderId)}/children` : `${api}/me/drive/root/search(q='${quoted(name)}')`
    const { value, '@odata.nextLink': nextLink } = await ask(`${place}?${query}`)
    const files = listIn(value)
      .map(fileFrom)
      .filter((file) => (file.isFolder || IMPORTABLE.test(file.name)) && isNamed(file, name))
    const folders = files.filter(({ isFolder }) => isFolder)
    return { files: [...folders, ...files.filter(({ isFolder }) => !isFolder)], next: tokenIn(nextLink) }
  },
  find: async (ask, id) => fileFrom(await ask(`${atItem(api, id)}?${new URLSearchParams({ $select: MEMBERS })}`)),
  locate: async (ask, { id, name }) => {
    const { '@microsoft.graph.downloadUrl': url } = await ask(atItem(api, id))
    return { url: textIn(url) ?? '', filename: name, isOpen: true }
  },
})

const atItem = (api: string, id: string) =>
  id === 'root' ? `${api}/me/drive/root` : `${api}/me/drive/items/${encodeURIComponent(id)}`

const quoted = (text: string) => encodeURIComponent(text.replaceAll("'", "''"))

/** Its search looks into files, too; names are asked for. */
const isNamed = (file: CloudFile, name: string | null) =>
  name === null || file.name.toLowerCase().includes(name.toLowerCase())

/** Of the address of the next page only the place in the list: it cannot lead elsewhere. */
function tokenIn(nextLink: unknown): string | null {
  const link = textIn(nextLink)
  return link !== null && URL.canParse(link) ? new URL(link).searchParams.get('$skiptoken') : null
}

function fileFrom(answer: unknown): CloudFile {
  const { id, name, size, file, folder, lastModifiedDateTime, lastModifiedBy, cTag, eTag } = objectIn(answer)
  return {
    id: textIn(id) ?? '',
    name: textIn(name) ?? '',
    isFolder: folder !== undefined,
    mimeType: textIn(objectIn(file).mimeType),
    sizeBytes: folder === undefined && typeof size === 'number' ? size : null,
    modifiedAt: momentIn(lastModifiedDateTime),
    modifiedBy: textIn(objectIn(objectIn(lastModifiedBy).user).displayName),
    version: textIn(cTag) ?? textIn(eTag) ?? textIn(lastModifiedDateTime) ?? '',
  }
}
