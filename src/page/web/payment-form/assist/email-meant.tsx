import { emailMeant } from '#domain/email-typo.ts'
import type { HelpProps } from './assist-props.ts'
import { assistWords } from './assist-words.ts'
import { useChanged } from './use-changed.ts'

/** Offers to correct a mistyped domain of an e-mail, once the shopper has left the field. */
export function EmailMeant({ values: { email = '' }, fill }: HelpProps) {
  // Undefined at first: a status region is announced when its content changes, not when it appears.
  const meant = useChanged('email') === email ? emailMeant(email) : undefined

  function accept() {
    fill({ email: meant ?? '' })
    // The button disappears, and would take the focus with it.
    document.getElementById('email')?.focus()
  }

  const words = assistWords().emailMeant
  const [before, after] = words.split('{email}')
  return (
    <output>
      {meant !== undefined && (
        <button
          className="link"
          type="button"
          aria-label={words.replace('{email}', meant)}
          onClick={accept}
        >
          <span>{before}</span>
          <bdi>{meant}</bdi>
          <span>{after}</span>
        </button>
      )}
    </output>
  )
}
