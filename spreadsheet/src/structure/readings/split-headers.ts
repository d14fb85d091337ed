/** A header taken apart: what is measured, and which of several it is. */
export type SplitHeader = { core: string; label: string }

/** Ways to take a header apart; one way must do for all columns of a group. */
export type HeaderSplit = (header: string) => SplitHeader | null

const NUMBERED = /^(.*?[^\d\s_.#-])[\s_.#-]*(\d+)$/
const LED_BY_NUMBER = /^(.*?\d+(?:st|nd|rd|th)?)[\s_.:-]+(\D.*)$/
const BRACKETED = /^(.+?)\s*(\(.+\))$/
const LAST_SEPARATOR = /^(.+)[\s_.:|/-]+([^\s_.:|/-]+)$/
const FIRST_SEPARATOR = /^([^\s_.:|/-]+)[\s_.:|/-]+(.+)$/

const coreFirst =
  (pattern: RegExp): HeaderSplit =>
  (header) => {
    const [, core, label] = pattern.exec(header) ?? []
    return core === undefined || label === undefined ? null : { core: core.trim(), label: label.trim() }
  }

const labelFirst =
  (pattern: RegExp): HeaderSplit =>
  (header) => {
    const [, label, core] = pattern.exec(header) ?? []
    return core === undefined || label === undefined ? null : { core: core.trim(), label: label.trim() }
  }

/** From the ways that are mistaken least often to those that are most. */
export const HEADER_SPLITS: readonly HeaderSplit[] = [
  coreFirst(NUMBERED),
  labelFirst(LED_BY_NUMBER),
  coreFirst(BRACKETED),
  coreFirst(LAST_SEPARATOR),
  coreFirst(FIRST_SEPARATOR),
  labelFirst(FIRST_SEPARATOR),
  labelFirst(LAST_SEPARATOR),
]
