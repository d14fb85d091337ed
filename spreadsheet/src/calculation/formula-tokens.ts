/** The pieces of a formula in R1C1 notation, one at a time from `lastIndex` on. */

export const LINE = String.raw`(?:\[-?\d{1,7}\]|\d{1,7})?`
const WORD_END = String.raw`(?![\w.$\\?!([\u0080-\uffff])`
const CELL = `R${LINE}C${LINE}`
const WORD = String.raw`[A-Za-z_\\\u0080-\uffff][\w.\\?\u0080-\uffff]*`
export const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    `(?<text>"(?:[^"]|"")*")`,
    String.raw`(?<error>#(?:REF!|N/A|DIV/0!|VALUE!|NAME\?|NUM!|NULL!))`,
    `(?<sheet>(?:'(?:[^']|'')+'|[\\w.\\[\\]\\u0080-\\uffff]+(?::[\\w.\\u0080-\\uffff]+)?)!)`,
    `(?<area>(?:${CELL}(?::${CELL})?|R${LINE}:R${LINE}|C${LINE}:C${LINE})${WORD_END})`,
    String.raw`(?<call>[A-Za-z_][\w.]*)\(`,
    String.raw`(?<table>${WORD})?(?<columns>\[)`,
    `(?<truth>(?:TRUE|FALSE)${WORD_END})`,
    `(?<name>${WORD})${WORD_END}`,
    String.raw`(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)`,
    `(?<operator><>|<=|>=|[-+*/^&=<>])`,
    `(?<mark>[(),;:%@{}])`,
  ].join('|'),
  'y',
)
