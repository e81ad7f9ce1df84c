/** Common domains that a typo is corrected to. Shorter names are left out: they are one edit away from companies' domains. */
const CORRECTED = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'yahoo.com.br',
  'icloud.com',
  'protonmail.com',
]

/** Real domains that are one edit away from a domain in `CORRECTED`. */
const NEIGHBOURS = [
  'cloud.com',
  'email.com',
  'mail.com',
  'rmail.com',
  'ymail.com',
  'yahoo.com.ar',
  'yahoo.com.hr',
  'yahoo.com.tr',
]

const ADDRESS = /^([^\s@]+)@([^\s@]+)$/

/**
 * The address that was probably meant, when its domain is one edit from a common one (a letter more, less or different, or
 * two neighbours swapped); undefined otherwise.
 */
export function emailMeant(text: string): string | undefined {
  const [, local, domain = ''] = ADDRESS.exec(text) ?? []
  const typed = domain.toLowerCase()
  if (local === undefined || CORRECTED.includes(typed) || NEIGHBOURS.includes(typed))
    return undefined
  const meant = CORRECTED.find((known) => isOneEdit(typed, known))
  return meant && `${local}@${meant}`
}

/** Whether two different texts are one edit apart. */
function isOneEdit(one: string, other: string): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const rest = one.slice(at)
  const [first = '', second = ''] = other.slice(at)
  return [
    first + rest,
    rest.slice(1),
    first + rest.slice(1),
    second !== '' && rest.startsWith(second + first) && first + second + rest.slice(2),
  ].includes(other.slice(at))
}
