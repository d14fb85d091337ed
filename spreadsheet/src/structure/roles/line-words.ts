/** What the name of a row or a column says about how its numbers came about. */
export type LineWord = 'sum' | 'average' | 'difference' | 'ratio'

/** `計` at the end is a total, but not in 設計, 統計, 会計, 時計, 家計, 推計 and the like. */
const JAPANESE_SUM =
  /(?:合計|総計|小計|中計|累計|総額|総数|通期|年間|上期|下期|(?<![設統会時家生推余温])計)$|^(?:計|合計|総計|小計|総数|全体|全国|全社|全店(?:舗|計)?$|全校$|全館$|全部門$)/u
const ENGLISH_SUM =
  /\b(?:sub-?\s?total|total|totals|sum|grand total|overall|aggregate|all (?:persons|ages|items|industries|races|groups))\b|^all \p{L}{3,}$/iu
/** Of other languages, as programs and people there write them. German joins them to what is summed up: `Tagessumme`. */
const FOREIGN_SUM =
  /(?:合|小|总|共)\s?计$|(?:합|총|소|누)계$|(?:^|\s)(?:\p{L}*summen?|gesamt(?:ergebnis|betrag|zahl|kosten)?|insgesamt|ensemble|sous-total|totaux|somme|sumas?|totales|subtotale|totale|totali|somma|totaal|subtotaal|totalt|summa|delsumma|i alt|razem|suma|ogółem|łącznie|celkem|součet|toplam|összesen|yhteensä|tổng(?: cộng)?|итого|всего|сумма)(?:$|[\s:])/iu
const AVERAGE =
  /平均|\b(?:average|averages|avg|mean|durchschnitt|mittelwert|moyenne|promedio|gemiddelde|genomsnitt|średnia|среднее)\b/iu
const DIFFERENCE =
  /増減額?$|増減$|差異$|差額$|差引|差$|利益$|(?:純|営業|経常)損失$|損益$|純額$|残高$|過不足|\b(?:difference|variance|change|increase|decrease|net|balance|surplus|deficit|profit|margin|net loss|(?:operating|ordinary|pretax) income|income (?:before|after|from)|differenz|abweichung|veränderung|diferencia|variación|variation|solde|saldo)\b|(?:^|\s)écart|(?:差额|增减|差异)$/iu
const RATIO =
  /(?:率|比|比率|割合|構成比|前年比|達成率|増減率|伸び率|シェア)(?:\s?[（(].*[)）])?$|[%％]|\b(?:percent|percentage|pct|ratio|rate|share|per|anteil|quote|prozent|je|pro|taux|part|pourcentage|porcentaje|participación|tasa)\b|占比|比例|同比|环比/iu

const OPENING =
  /(?:期|月|年度?)首(?:の?残高)?$|^前(?:期|月|年度?|回|頁)?(?:末|繰越|より繰越|からの繰越)(?:残高|額|金)?$|\b(?:opening|beginning) balance\b|\bbalance (?:brought forward|b\/f)\b/iu

/** A balance that a period begins with: what was computed was the one before it. */
export const isOpening = (name: string) => OPENING.test(name)

/** `Total1` leads to a note. */
const NOTE_DIGITS = /(?<=\p{L})\d(?=\s|$)/gu

/** Null for a name like any other. A rate of change is a rate, an average total an average. */
export function wordOf(named: string): LineWord | null {
  const name = named.replace(NOTE_DIGITS, '')
  if (RATIO.test(name)) return 'ratio'
  if (AVERAGE.test(name)) return 'average'
  if (DIFFERENCE.test(name)) return 'difference'
  if (isSum(name)) return 'sum'
  return null
}

const isSum = (name: string) => JAPANESE_SUM.test(name) || ENGLISH_SUM.test(name) || FOREIGN_SUM.test(name)

const WHOLE_SUM =
  /^(?:(?:総|合|小|中|累)\s*計|計|総\s*合\s*計|総額|総数|(?:sub|grand|overall|running)?[\s-]*totals?|sum|(?:gesamt|zwischen|tages|wochen|monats|jahres)?summe|gesamt(?:ergebnis)?|insgesamt|total (?:général|general|geral)|sous-total|totaal|totale(?: complessivo)?|totalt|summa|razem|celkem|toplam|összesen|yhteensä|итого|всего|(?:합|총|소)계|合\s*计|小\s*计|总\s*计)[:：]?$/iu
const WHOLE_STATISTIC =
  /^(?:平\s*均(?:値|点|額|分)?|最(?:高|低|大|小)(?:値|点|額|分)?|中央値|標準偏差|分散|averages?|avg\.?|mean|max(?:imum)?\.?|min(?:imum)?\.?|highest|lowest|median|std(?:\.? ?dev\.?)?|standard deviation|durchschnitt|mittelwert|moyenne|promedio|media)[:：]?$/iu

/** `【総合計】`, `<Total>`, `** 合計 **`. */
const WRAPPED = /^[【〔［《〈<[*＊\s]+(.+?)[】〕］》〉>\]*＊\s]+$/u
/** `合計（税抜）`, `Total (excl. VAT)`. */
const IN_BRACKETS = /\s*[（(][^()（）]*[)）]$/u

/** A name that says nothing but how its numbers came about: `合計`, `Grand total`, `最高点`. No thing is called so. */
export function bareWordOf(named: string): LineWord | null {
  const name = named.replace(WRAPPED, '$1').replace(IN_BRACKETS, '')
  if (WHOLE_SUM.test(name)) return 'sum'
  return WHOLE_STATISTIC.test(name) ? 'average' : null
}
