const PAGE_NUMBER =
  /^(?:(?:page|pag\.?|p\.|seite|blatt|頁|ページ|no\.)\s*\d+(?:\s*\/\s*\d+)?|\d+\s*(?:頁|ページ|枚目)|\d+\s*\/\s*\d+\s*(?:頁|ページ|pages?)?)$/iu

/** `2 頁`, `Page 3 / 5`: it numbers the page of a printed table and says nothing of its rows. */
export const isPageNumber = (text: string) => PAGE_NUMBER.test(text)
