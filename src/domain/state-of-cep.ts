/**
 * The first three digits of the CEPs of each state, as Correios publishes them ("faixas de CEP"). Left out are 100, which
 * is not in use, and 789, which was Rondônia's before 768 and 769.
 */
const RANGES = `010-099 SP|110-199 SP|200-289 RJ|290-299 ES|300-399 MG|400-489 BA|490-499 SE|500-569 PE|570-579 AL|580-589 PB|
590-599 RN|600-639 CE|640-649 PI|650-659 MA|660-688 PA|689-689 AP|690-692 AM|693-693 RR|694-698 AM|699-699 AC|700-727 DF|
728-729 GO|730-736 DF|737-767 GO|768-769 RO|770-779 TO|780-788 MT|790-799 MS|800-879 PR|880-899 SC|900-999 RS`

/** The code of the Brazilian state of a CEP's eight digits, such as "SP"; undefined when the ranges do not say. */
export function stateOfCep(digits: string): string | undefined {
  const start = digits.slice(0, 3)
  const found = RANGES.split(/\|\s*/).find(
    (range) => range.slice(0, 3) <= start && start <= range.slice(4, 7),
  )
  return found?.slice(8)
}
