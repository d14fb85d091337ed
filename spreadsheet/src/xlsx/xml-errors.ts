import { FileRefused } from '../errors.ts'

export function corruptXml(why: string): FileRefused {
  return new FileRefused('corrupt', `The spreadsheet is broken: ${why}.`)
}
