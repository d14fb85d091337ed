const PAGE_NUMBER =
  /^[-–—=*\s]*(?:(?:page|pag\.?|p\.|seite|blatt|頁|ページ|no\.)\s*\d+(?:\s*(?:\/|of|von|de|di)\s*\d+)?|\d+\s*(?:頁|ページ|枚目)|\d+\s*\/\s*\d+\s*(?:頁|ページ|pages?)?)[-–—=*\s]*$/iu

/** `2 頁`, `Page 3 / 5`: it numbers the page of a printed table and says nothing of its rows. */
export const isPageNumber = (text: string) => PAGE_NUMBER.test(text)

/** `バイタル表（つづき）`, `Stock list (cont.)`: what was begun above goes on. */
const CONTINUED =
  /\s*[(（［[〔-]?\s*(?:つづき|続き?|前頁(?:より|から)|\b(?:cont(?:inued|inuation|'d|d)?\.?|suite|fortsetzung|forts\.|continuación)|续|續)\s*[)）］\]〕]?\s*\d*$/iu

export const isContinuation = (text: string) => CONTINUED.test(text)
