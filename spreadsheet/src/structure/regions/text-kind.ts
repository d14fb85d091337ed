const UNIT =
  /^[(（[【<〈]?\s*(?:(?:金額)?単位|units?\s*[:：])|^[(（[]?\s*(?:in|figures in|amounts in)\s+(?:thousands?|millions?|billions?|\$|us|usd|eur)|^[(（[【]\s*[百千万億兆]*(?:円|株|人|ドル|トン|%)\s*[)）\]】]$|^[([]\s*(?:thousands?|millions?|billions?|percent|\$)[^)\]]{0,40}[)\]]$|^[([]\s*in\s+[a-z$€£¥%/\d]{1,8}\s*[)\]]$/i

/** Says what the numbers below count: `（単位：千円）`, `(in thousands)`, `Unit: USD`. */
export const isUnitText = (text: string) => text.length <= 60 && UNIT.test(text)

const NOTE =
  /^(?:[※*†‡]|[(（[]?注|\(\*+\)|note|source|footnote|remark|see |excludes|includes|出典|出所|備考|資料|作成|部外秘|社外秘|\d{1,2}[)）/] |\(\d{1,2}\) |\\\d|[a-z][)/] )/i

/** Begins like a remark: `※1 …`, `Source: …`. */
export const isNoteText = (text: string) => NOTE.test(text)
