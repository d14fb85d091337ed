/** A name is one line of text: nothing in it may control a terminal, a log or a mail. */
export const NAME_PATTERN = String.raw`^\P{Cc}*$`
